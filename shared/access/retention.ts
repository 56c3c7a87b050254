import type { Retention } from '../policies/retention.ts';
import { forbidden } from './errors.ts';

/** Throws 403 if a policy keeps a document: then neither the document nor its organization can be deleted. */
export function requireNotRetained(
  retention: Retention | undefined,
  kept: 'this document' | 'a document of this organization',
): void {
  if (retention) throw forbidden(`${sentenceOfRetention(retention, kept)}.`);
}

/**
 * Returns the error for detaching a policy that keeps a document. `why`: the reason why the caller may not detach the policy. Undefined:
 * the policy is locked, so nobody may detach it.
 */
export const stillKept = ({
  retention,
  why,
}: {
  readonly retention: Retention;
  readonly why: string | undefined;
}): Error => forbidden(sentenceOfKept(retention, why));

/** Returns the reason why a policy that keeps a document cannot be detached, in sentences. */
export function sentenceOfKept(retention: Retention, why: string | undefined): string {
  const sentence = sentenceOfRetention(retention, 'this document');
  return why === undefined
    ? `${sentence}, and is locked. Nobody may detach the policy before.`
    : `${sentence}. Only owners may detach the policy before. ${why}`;
}

/** Returns a sentence without a full stop, which names the policy that keeps a document and the end of the retention. */
export function sentenceOfRetention(
  { policy, untilMilliseconds, isUnknown }: Retention,
  kept: string,
): string {
  const limited = Number.isFinite(untilMilliseconds)
    ? `until ${new Date(untilMilliseconds).toISOString()}`
    : 'until its legal hold ends';
  const end = isUnknown
    ? 'until the service is updated, because it has a rule that this release of the service does not know'
    : limited;
  return `The policy ${JSON.stringify(policy.name)} keeps ${kept} ${end}`;
}
