import { dayMilliseconds } from '../contract/days.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { matchOf, type ReaderGroups } from './allowedReaders.ts';
import type { Acknowledgement, PolicyRef, Source, Terms } from './ruleKinds.ts';

/** The facts about a reader that policies need. The access level or a share opens the document to this reader. */
export interface ReaderFacts {
  /** False for the creator and the organization's owners and admins, unless they preview a reader's view. */
  readonly isBound: boolean;
  readonly isSignedIn: boolean;
  /** The reader's address; null for anonymous readers and service accounts. */
  readonly email: string | null;
  /**
   * The time of the last proof that the address belongs to the reader, in epoch milliseconds. null if there is no proof, or none that still
   * counts.
   */
  readonly emailProvenAtMilliseconds: number | null;
  /** Those of the groups that policies allow, to which the reader belongs. */
  readonly groups: ReaderGroups;
  /** Those of the required texts that the reader has accepted for this document. */
  readonly accepted: readonly string[];
}

declare const decided: unique symbol;

/** The limits that give readers less than the file, each with its source. null if nothing sets the limit. */
export type Limits = Omit<Terms, 'tooMany' | 'unknown' | 'signIn' | 'allowed' | 'ends' | 'acknowledgements'>;

/** Proves that a reader may see the document, with these limits. Only `decide` makes this value. */
export type Granted = Limits & { readonly [decided]: true; readonly isBound: boolean };

/** Proves that a reader may have the uploaded file itself. */
export type GrantedFile = Granted & { readonly [Limit in keyof Limits]: null };

export type Refused =
  /** `address_not_proven`: the policy allows the reader's address, but the reader must prove it again. */
  | {
      readonly kind: 'refused';
      readonly source: PolicyRef;
      readonly reason: 'too_many_policies' | 'unknown_rule' | 'not_allowed' | 'address_not_proven';
    }
  | {
      readonly kind: 'refused';
      readonly source: Source;
      readonly reason: 'expired';
      /** Epoch milliseconds. */
      readonly endedAtMilliseconds: number;
    };

/** With one form, a reader accepts at most this many texts, because one transaction stores them. The page then asks for the other texts. */
const textsAtOnce = 20;

export type Decision =
  | { readonly kind: 'granted'; readonly granted: Granted }
  /** The reader has to sign in. */
  | { readonly kind: 'sign_in'; readonly policy: PolicyRef }
  | Refused
  | { readonly kind: 'acknowledge'; readonly pending: readonly [Acknowledgement, ...Acknowledgement[]] };

/**
 * Decides what a reader may see under a document's terms, at `now` (epoch milliseconds). A refused reader learns only the first reason,
 * so that outsiders learn nothing about the document's end or texts.
 */
export function decide(terms: Terms, reader: ReaderFacts, now: number): Decision {
  if (!reader.isBound) return granted({ watermark: null, view_only: null, isBound: false });

  const { tooMany, unknown, signIn, allowed, ends, acknowledgements, ...limits } = terms;
  if (tooMany) return { kind: 'refused', source: tooMany, reason: 'too_many_policies' };
  if (unknown) return { kind: 'refused', source: unknown, reason: 'unknown_rule' };
  if (signIn && !reader.isSignedIn) return { kind: 'sign_in', policy: signIn };
  const address = allowed.length > 0 && reader.email !== null ? normalizedEmail(reader.email) : undefined;
  const matched = allowed.map(({ policy, readers }) => ({
    policy,
    match: matchOf(readers(), address, reader.groups),
  }));
  const closed = matched.find(({ match }) => match === undefined);
  if (closed) return { kind: 'refused', source: closed.policy, reason: 'not_allowed' };
  const byAddress = matched.find(({ match }) => match === 'address');
  if (byAddress && !hasProvenAddress(reader, now))
    return { kind: 'refused', source: byAddress.policy, reason: 'address_not_proven' };
  if (ends && now >= ends.atMilliseconds)
    return {
      kind: 'refused',
      source: ends.policy,
      reason: 'expired',
      endedAtMilliseconds: ends.atMilliseconds,
    };
  const [pending, ...more] = acknowledgements
    .filter(({ text }) => !reader.accepted.includes(text))
    .slice(0, textsAtOnce);
  if (pending) return { kind: 'acknowledge', pending: [pending, ...more] };
  return granted({ ...limits, isBound: true });
}

const granted = (given: Omit<Granted, typeof decided>): Decision => ({
  kind: 'granted',
  // The mark `decided` exists in types only. No other function makes this value.
  granted: given as Granted,
});

/** The form in which a reader gets a file: as uploaded, with a watermark, or only as images of its pages. */
export type FileAccess =
  | { readonly kind: 'file'; readonly granted: GrantedFile }
  | { readonly kind: keyof Limits; readonly source: Source };

/** Decides how a reader gets the file of a document that they may see. No other code decides it. */
export function decideFileAccess(granted: Granted): FileAccess {
  const { view_only, watermark } = granted;
  if (view_only) return { kind: 'view_only', source: view_only };
  if (watermark) return { kind: 'watermark', source: watermark };
  return { kind: 'file', granted: { ...granted, view_only, watermark } };
}

/** A person may lose an address after proving that it is theirs, so a proof is valid for this long. */
export const addressProofDays = 90;

/** Returns whether a person proved their address in the `addressProofDays` before `now` (epoch milliseconds). */
export const hasProvenAddress = (
  { emailProvenAtMilliseconds }: Pick<ReaderFacts, 'emailProvenAtMilliseconds'>,
  now: number,
): boolean => emailProvenAtMilliseconds !== null && proofEnd(emailProvenAtMilliseconds) > now;

/** Returns when the proof of an address ends. Both times are in epoch milliseconds. */
export const proofEnd = (provenAt: number): number => provenAt + addressProofDays * dayMilliseconds;
