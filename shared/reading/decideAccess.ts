import type { DocumentId } from '../contract/identifiers.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { CurrentAttachment } from '../data/policies/currentNames.ts';
import { type AcceptingReader, acceptedTexts, nameOfTexts } from '../data/reading/acknowledgements.ts';
import { type Added, combine } from '../policies/combine.ts';
import { type Decision, decide, type ReaderFacts } from '../policies/decide.ts';
import type { Who } from './asking.ts';

/** A reader to whom a document is open. */
interface AccessRequest {
  readonly who: Who;
  /** null: nobody has accepted a text in this browser yet. */
  readonly accepting: AcceptingReader | null;
  readonly isBound: boolean;
  /**
   * The name of the texts that a manager accepted in a preview. For the preview, these texts count as accepted, but no acceptance is
   * stored. Undefined if the manager accepted none.
   */
  readonly previewedTexts: string | undefined;
}

export interface Decided {
  readonly decision: Decision;
  /** When the reader first accepted one of the texts that are required now (RFC 3339); undefined: never, or none is required. */
  readonly acceptedAt: string | undefined;
}

/**
 * Decides what a reader may see of a document under its policies, and under what ways add, at `now` (epoch milliseconds). Facts about the
 * reader are loaded only if a policy needs them.
 */
export async function decideAccess(
  document: { readonly id: DocumentId },
  attachments: readonly CurrentAttachment[],
  { who, accepting, isBound, previewedTexts }: AccessRequest,
  added: readonly Added[],
  now: number,
): Promise<Decided> {
  const terms = combine(attachments, added);
  const isSignedIn = who.kind !== 'nobody';
  const known = { isBound, isSignedIn, ...noAddress, accepted: [] };
  if (!isBound || terms.tooMany || terms.unknown || (terms.signIn && !isSignedIn))
    return { decision: decide(terms, known, now), acceptedAt: undefined };

  const texts = terms.acknowledgements.map(({ text }) => text);
  const wasPreviewed = previewedTexts === nameOfTexts(terms.acknowledgements);
  const [address, accepted] = await Promise.all([
    terms.allowed.length > 0 ? addressOf(who) : noAddress,
    accepting && texts.length > 0
      ? acceptedTexts(document.id, accepting, terms.acknowledgements, Math.floor(now / 1000))
      : [],
  ]);
  const reader = {
    ...known,
    ...address,
    accepted: wasPreviewed ? texts : accepted.map(({ text }) => text),
  };
  const [acceptedAt] = accepted.map(({ accepted_at }) => accepted_at).sort();
  return { decision: decide(terms, reader, now), acceptedAt };
}

type Address = Pick<ReaderFacts, 'email' | 'emailProvenAtMilliseconds'>;

const noAddress: Address = { email: null, emailProvenAtMilliseconds: null };

/** Returns the address of a reader, and when they proved it. */
async function addressOf(who: Who): Promise<Address> {
  if (who.kind === 'nobody') return noAddress;
  const caller = await getCaller(who.principal.user.id);
  const proven = caller?.proven_at;
  return {
    email: caller?.email ?? null,
    emailProvenAtMilliseconds: proven === undefined ? null : Date.parse(proven),
  };
}
