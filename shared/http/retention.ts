import type { Rules } from '../contract/resources/rules.ts';
import { isLocked, loosens, type Retention } from '../policies/retention.ts';
import { forbidden } from './errors.ts';
import type { Principal } from './principal.ts';

/** Throws 403 for the deletion of a document that a policy keeps, or of an organization with one. */
export function requireNotRetained(
  retention: Retention | undefined,
  kept: 'this document' | 'a document of this organization',
): void {
  if (retention) throw forbidden(`${sentenceOf(retention, kept)}.`);
}

/**
 * Throws 403 for whoever may not detach a policy that keeps a document: anybody but owners, and everybody while it is locked.
 *
 * @param retention by that policy alone
 */
export function requireDetachable(retention: Retention | undefined, { role }: Principal): void {
  if (!retention) return;
  const sentence = sentenceOf(retention, 'this document');
  if (retention.isLocked) throw forbidden(`${sentence}, and is locked: nobody may detach it before.`);
  if (role !== 'owner') throw forbidden(`${sentence}: only owners may detach it before.`);
}

function sentenceOf({ policy, untilMilliseconds }: Retention, kept: string): string {
  const end = Number.isFinite(untilMilliseconds)
    ? `until ${new Date(untilMilliseconds).toISOString()}`
    : 'until its legal hold ends';
  return `The policy ${JSON.stringify(policy.name)} keeps ${kept} ${end}`;
}

/** A policy, as far as its rules are changed. */
interface Ruled {
  readonly name: string;
  readonly rules?: Rules | undefined;
}

/** The reason why somebody cannot loosen the retention of a policy, as a sentence; undefined: they can, or it is not loosened. */
export function looseningRefusal(
  before: Ruled,
  after: Ruled,
  { isOwner, now }: { readonly isOwner: boolean; readonly now: number },
): string | undefined {
  const rules = before.rules ?? {};
  if (!loosens(rules, after.rules ?? {}, now)) return undefined;
  const policy = `The policy ${JSON.stringify(before.name)}`;
  if (isLocked(rules))
    return `${policy} is locked: nobody may unlock it, or shorten for how long it keeps documents.`;
  return isOwner ? undefined : `${policy} keeps documents: only owners may shorten for how long.`;
}

/** Throws 403 for whoever would loosen the retention of a policy and may not. `now`: epoch milliseconds. */
export function requireNotLoosened(before: Ruled, after: Ruled, { role }: Principal, now: number): void {
  const refusal = looseningRefusal(before, after, { isOwner: role === 'owner', now });
  if (refusal !== undefined) throw forbidden(refusal);
}
