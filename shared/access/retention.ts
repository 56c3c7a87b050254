import type { Retention } from '../policies/retention.ts';
import { forbidden } from './errors.ts';

/** Throws 403 for the deletion of a document that a policy keeps, or of an organization with such a document. */
export function requireNotRetained(
  retention: Retention | undefined,
  kept: 'this document' | 'a document of this organization',
): void {
  if (retention) throw forbidden(`${sentenceOfRetention(retention, kept)}.`);
}

/** The error for detaching a policy that keeps a document. `why`: why the caller may not; undefined: nobody may, because it is locked. */
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

/** Returns which policy keeps a document, and until when, as a sentence without its full stop. */
export function sentenceOfRetention({ policy, untilMilliseconds }: Retention, kept: string): string {
  const end = Number.isFinite(untilMilliseconds)
    ? `until ${new Date(untilMilliseconds).toISOString()}`
    : 'until its legal hold ends';
  return `The policy ${JSON.stringify(policy.name)} keeps ${kept} ${end}`;
}
