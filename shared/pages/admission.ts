import { getCaller } from '../data/callers.ts';
import type { CurrentAttachment } from '../data/currentNames.ts';
import type { DocumentItem } from '../data/documents.ts';
import type { Principal } from '../http/principal.ts';
import { combine, type Terms } from '../policies/combine.ts';
import { type Decision, decide } from '../policies/decide.ts';

/** A document that a reader may open by its access level. */
export interface Asked {
  readonly document: DocumentItem;
  readonly attachments: readonly CurrentAttachment[];
  /** null for the anonymous. */
  readonly principal: Principal | null;
  readonly isBound: boolean;
}

export interface Admission {
  readonly terms: Terms;
  readonly decision: Decision;
}

/** Decides what a reader gets to see of a document under its policies. Every way to a document's content asks here. */
export async function admission({ attachments, principal, isBound }: Asked): Promise<Admission> {
  const terms = combine(attachments);
  // Addresses are read only where somebody's counts.
  const caller = isBound && principal && terms.allowed.length > 0 ? await getCaller(principal.user.id) : null;
  const reader = {
    isBound,
    isSignedIn: principal !== null,
    email: caller?.email ?? null,
    accepted: [],
  };
  return { terms, decision: decide(terms, reader, Date.now()) };
}
