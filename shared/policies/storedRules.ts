import * as z from 'zod/mini';
import { type Rules, rules as readable } from '../contract/resources/rules.ts';
import { utcTime } from '../contract/text.ts';

/** The key of what this release cannot read. JSON, `Object.keys` and answers leave it out. */
const unread: unique symbol = Symbol('rules of a later release');

/**
 * Rules as they are stored. A later release may have stored rules that this release does not know, or values that it cannot read: this
 * release runs again after a rollback. Such rules are carried hidden, and a copy made by `{ ...rules }` carries them too. Nobody can know
 * whom an unknown rule binds, so it closes documents to readers, and keeps them from deletion.
 */
export type StoredRules = Rules & { readonly [unread]?: unknown };

/** Reads stored rules. Never throws: what it cannot read is carried as unknown. */
export function readRules(stored: unknown): StoredRules {
  const whole = z.safeParse(readable, stored);
  if (whole.success) return inUtc(whole.data);
  if (!isObject(stored)) return { [unread]: stored };
  const isReadable = ([name, value]: [string, unknown]) =>
    z.safeParse(readable, Object.fromEntries([[name, value]])).success;
  const { known = [], unknown = [] } = Object.groupBy(Object.entries(stored), (rule) =>
    isReadable(rule) ? 'known' : 'unknown',
  );
  return {
    ...inUtc(z.parse(readable, Object.fromEntries(known))),
    [unread]: Object.fromEntries(unknown),
  };
}

/** Returns rules with their times as answers have them. */
export const inUtc = ({ expires_at, retain_until, ...others }: Rules): Rules => ({
  ...others,
  ...(expires_at !== undefined && { expires_at: utcTime(expires_at) }),
  ...(retain_until !== undefined && { retain_until: utcTime(retain_until) }),
});

/** Returns the rules as they are stored, with those that this release does not know. */
export function storableRules({ [unread]: unknown, ...known }: StoredRules): unknown {
  return unknown === undefined || isObject(unknown) ? { ...known, ...unknown } : unknown;
}

/** Returns whether a policy has a rule that this release does not know, or cannot read. */
export const hasUnknownRule = (rules: StoredRules): boolean => rules[unread] !== undefined;

/** Returns all rules by their names, with those that this release does not know: for operators. */
export function allRules(rules: StoredRules): Readonly<Record<string, unknown>> {
  const stored = storableRules(rules);
  return isObject(stored) ? stored : { rules: stored };
}

/** Returns whether a policy has rules. A policy without rules is a label, and does not count towards a document's limit. */
export const hasRules = ({ rules = {} }: { readonly rules?: StoredRules | undefined }): boolean =>
  Object.keys(rules).length > 0 || hasUnknownRule(rules);

/** The schema of stored rules. */
export const storedRules = z.pipe(z.unknown(), z.transform(readRules));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
