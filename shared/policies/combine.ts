import type { RoomId, ShareId } from '../contract/identifiers.ts';
import { policiesWithRulesMax } from '../contract/limits.ts';
import type { Limits } from './decide.ts';
import { type Attached, inForce, type PolicyRef, type Terms, withText } from './ruleKinds.ts';
import { hasRules, hasUnknownRule } from './storedRules.ts';

/** What a way into a document adds to the document's policies. */
export interface Added {
  /** The name of the way. */
  readonly way: string;
  /** The room whose rules these are. An acceptance of their texts counts for this room only. Undefined: the way is no room */
  readonly room?: RoomId | undefined;
  readonly rules: readonly Attached[];
  /** Limits that no policy sets. */
  readonly limits: readonly (keyof Limits)[];
  /** Texts that readers accept first. An acceptance counts for the share only. */
  readonly texts: readonly { readonly text: string; readonly share: ShareId }[];
}

/**
 * Combines a document's policies, and what ways add, into the strictest terms. A policy without rules adds no term. The maximum number of
 * policies with rules applies to the document and to each way by itself. If a policy sets the same limit as a way, or has the same text, the
 * policy is named.
 */
export function combine(attached: readonly Attached[], added: readonly Added[] = []): Terms {
  const sources = [attached, ...added.map(({ rules }) => rules)].map(sortedByAge);
  const oldestFirst = sortedByAge(sources.flat());
  let terms: Terms = {
    tooMany: sources.map(policyBeyondMost).find((beyond) => beyond !== undefined) ?? null,
    unknown: policyNotUnderstood(oldestFirst) ?? null,
    signIn: null,
    allowed: [],
    acknowledgements: [],
    ends: null,
    watermark: null,
    view_only: null,
  };
  for (const one of oldestFirst)
    for (const { kind, value } of inForce(one.policy.rules))
      if (kind.binds === 'readers') terms = { ...terms, ...kind.narrow(terms, value, one) };
  for (const { way, limits } of added)
    for (const limit of limits) terms = { ...terms, [limit]: terms[limit] ?? { way } };
  for (const { way, texts } of added)
    for (const { text, share } of texts) terms = withText(terms, { source: { way }, text, share });
  return withRooms(terms, added);
}

/** Notes on the texts that a room asks for that their acceptance counts for the room. */
function withRooms(terms: Terms, added: readonly Added[]): Terms {
  const roomOf = new Map(
    added.flatMap(({ room, rules }) =>
      rules.flatMap(({ policy }) => {
        const text = policy.rules.acknowledgement;
        return room !== undefined && text !== undefined ? [[text, room] as const] : [];
      }),
    ),
  );
  const acknowledgements = terms.acknowledgements.map((asked) => {
    const room = roomOf.get(asked.text);
    return room === undefined ? asked : { ...asked, room };
  });
  return { ...terms, acknowledgements };
}

const sortedByAge = (attached: readonly Attached[]): readonly Attached[] =>
  attached.toSorted((a, b) => Date.parse(a.attached_at) - Date.parse(b.attached_at));

/** Returns the first policy that exceeds the limit of policies with rules on a document; undefined if the limit is kept. */
const policyBeyondMost = (oldestFirst: readonly Attached[]): PolicyRef | undefined =>
  oldestFirst.filter(({ policy }) => hasRules(policy))[policiesWithRulesMax]?.policy;

/** Returns the first policy with a rule that this release does not know; undefined if there is none. */
const policyNotUnderstood = (oldestFirst: readonly Attached[]): PolicyRef | undefined =>
  oldestFirst.find(({ policy }) => hasUnknownRule(policy.rules))?.policy;

/** Returns whether a policy of a document has a rule that this release does not know. Readers cannot open such a document. */
export const isNotUnderstood = (attached: readonly Attached[]): boolean =>
  policyNotUnderstood(attached) !== undefined;

/** Returns whether a document has too many policies with rules. This happens if a policy gets rules after it was attached. */
export const hasTooManyPolicies = (attached: readonly Attached[]): boolean =>
  policyBeyondMost(attached) !== undefined;

/** Returns whether a document has rules for its readers. A rule that this release does not know counts as one. */
export const bindsReaders = (attached: readonly Attached[]): boolean =>
  attached.some(
    ({ policy }) =>
      hasUnknownRule(policy.rules) || inForce(policy.rules).some(({ kind }) => kind.binds === 'readers'),
  );

/**
 * Returns whether terms let readers in on conditions only: texts to accept, lists of allowed readers, an end, or policies that cannot be
 * enforced. Readers may not read then, or not yet, or not any more.
 */
export const hasConditions = ({ tooMany, unknown, allowed, acknowledgements, ends }: Terms): boolean =>
  tooMany !== null || unknown !== null || ends !== null || allowed.length > 0 || acknowledgements.length > 0;

/** Returns whether a policy requires that readers sign in. */
export const asksToSignIn = (attached: Attached): boolean => combine([attached]).signIn !== null;
