import { appendFileSync } from 'node:fs';
import type { Credentials } from '../credentials.ts';
import { Access } from './access.ts';
import { matcherOf } from './patterns.ts';
import type { RequiredAction, Statement } from './policy.ts';

/**
 * A grant is the smallest removable part of a role's policies: an action on a resource. If a condition lists the allowed values
 * (partitions), each value is a grant. The text names the function, the action, the resource and the value.
 */
export type Grant = string;

const grantText = (label: string, action: string, resource: string, value: string | undefined): Grant =>
  [label, action, resource, ...(value === undefined ? [] : [value])].join(' ');

/** Returns the condition that lists the allowed values of a request. */
function listedIn({ conditions }: Statement) {
  for (const [operator, keys] of Object.entries(conditions))
    if (operator.startsWith('ForAllValues:'))
      for (const [key, values] of Object.entries(keys)) return { operator, key, values };
  return undefined;
}

const listedValues = (statement: Statement): readonly (string | undefined)[] =>
  listedIn(statement)?.values ?? [undefined];

/** Returns every grant of a statement. Denials grant nothing. */
export const grantsOf = (label: string, statement: Statement): Grant[] =>
  statement.effect === 'Deny'
    ? []
    : statement.actions.flatMap((action) =>
        statement.resources.flatMap((resource) =>
          listedValues(statement).map((value) => grantText(label, action, resource, value)),
        ),
      );

/** Returns the grants of a statement that allowed a request. */
export function grantsUsed(label: string, statement: Statement, asked: RequiredAction): Grant[] {
  const given = asked.values?.[listedIn(statement)?.key.toLowerCase() ?? ''] ?? [];
  const used = ({ effect: _effect, ...parts }: Statement): Statement => ({
    effect: 'Allow',
    ...parts,
    actions: parts.actions.filter((action) => matcherOf(action.toLowerCase())(asked.action.toLowerCase())),
    resources: parts.resources.filter((resource) => matcherOf(resource)(asked.resource)),
  });
  const isMet = (value: string): boolean => given.some((text) => matcherOf(value)(text));
  const { operator = '', key = '', values = [] } = listedIn(statement) ?? {};
  return grantsOf(
    label,
    used(values.length > 0 ? withValues(statement, operator, key, values.filter(isMet)) : statement),
  );
}

const withValues = (
  statement: Statement,
  operator: string,
  key: string,
  values: readonly string[],
): Statement => ({ ...statement, conditions: { ...statement.conditions, [operator]: { [key]: values } } });

/** Returns the statements without one grant. */
export function withhold(label: string, statements: readonly Statement[], grant: Grant): Statement[] {
  return statements.flatMap((statement) => {
    if (!grantsOf(label, statement).includes(grant)) return [statement];
    const listed = listedIn(statement);
    for (const action of statement.actions)
      for (const resource of statement.resources)
        for (const value of listedValues(statement)) {
          if (grantText(label, action, resource, value) !== grant) continue;
          const only = { ...statement, actions: [action] };
          const here = { ...only, resources: [resource] };
          const others = (listed?.values ?? []).filter((other) => other !== value);
          return [
            { ...statement, actions: statement.actions.filter((other) => other !== action) },
            { ...only, resources: statement.resources.filter((other) => other !== resource) },
            ...(listed && others.length > 0 ? [withValues(here, listed.operator, listed.key, others)] : []),
          ].filter(({ actions, resources }) => actions.length > 0 && resources.length > 0);
        }
    return [statement];
  });
}

/** Within this time, repeated use of a grant writes no further line. */
const quietMilliseconds = 100;

/** Returns a function that appends a line to a file for each used grant, at most ten lines a second for the same grant. */
export function grantRecorder(file: string): (grants: readonly Grant[]) => void {
  const recorded = new Map<Grant, number>();
  return (grants) => {
    const now = Date.now();
    const due = grants.filter((grant) => now - (recorded.get(grant) ?? 0) > quietMilliseconds);
    for (const grant of due) recorded.set(grant, now);
    if (due.length > 0) appendFileSync(file, due.map((grant) => `${grant}\n`).join(''));
  };
}

/**
 * Returns what decides on requests.
 *
 * @param root the credentials of the account's root
 * @param file gets a line for each used grant. Undefined: none is recorded
 */
export function recordingAccess(root: Credentials, file: string | undefined): Access {
  const record = file === undefined ? undefined : grantRecorder(file);
  return new Access(
    root,
    record && (({ label }, statement, asked) => record(grantsUsed(label, statement, asked))),
  );
}
