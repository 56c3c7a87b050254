import type { DocumentId, GroupId, OrganizationId, RoomId } from '../contract/identifiers.ts';
import { getCaller } from '../data/callers/callers.ts';
import { groupsAmong } from '../data/groups/groupsOf.ts';
import type { CurrentAttachment } from '../data/policies/currentNames.ts';
import { type AcceptingReader, acceptedTexts, nameOfTexts } from '../data/reading/acknowledgements.ts';
import { noGroups, type ReaderGroups } from '../policies/allowedReaders.ts';
import { type Added, combine } from '../policies/combine.ts';
import { type Decision, decide, type ReaderFacts } from '../policies/decide.ts';
import type { Terms } from '../policies/ruleKinds.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import type { Who } from './asking.ts';
import type { KnownCaller } from './ways/way.ts';

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
  /** What a way has read about the reader. Undefined: nothing. */
  readonly caller: KnownCaller | undefined;
  /** The room by which the reader reads; undefined: by none. */
  readonly room: RoomId | undefined;
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
  document: { readonly id: DocumentId; readonly organization_id: OrganizationId | null },
  attachments: readonly CurrentAttachment[],
  { who, accepting, isBound, previewedTexts, caller, room }: AccessRequest,
  added: readonly Added[],
  now: number,
): Promise<Decided> {
  const terms = combine(attachments, added);
  const isSignedIn = who.kind !== 'nobody';
  const known = { isBound, isSignedIn, ...nothingKnown, accepted: [] };
  if (!isBound || terms.tooMany || terms.unknown || (terms.signIn && !isSignedIn))
    return { decision: decide(terms, known, now), acceptedAt: undefined };

  const texts = terms.acknowledgements.map(({ text }) => text);
  const wasPreviewed = previewedTexts === nameOfTexts(terms.acknowledgements);
  const [identity, accepted] = await Promise.all([
    terms.allowed.length > 0
      ? identityOf(who, document.organization_id, groupsIn(terms), caller)
      : nothingKnown,
    accepting && texts.length > 0
      ? acceptedTexts(document.id, accepting, terms.acknowledgements, Math.floor(now / 1000), room)
      : [],
  ]);
  const reader = {
    ...known,
    ...identity,
    accepted: wasPreviewed ? texts : accepted.map(({ text }) => text),
  };
  const [acceptedAt] = accepted.map(({ accepted_at }) => accepted_at).sort();
  return { decision: decide(terms, reader, now), acceptedAt };
}

const groupsIn = ({ allowed }: Terms): GroupId[] => [...new Set(allowed.flatMap(({ groups }) => groups))];

type Identity = Pick<ReaderFacts, 'email' | 'emailProvenAtMilliseconds' | 'groups'>;

const nothingKnown: Identity = { email: null, emailProvenAtMilliseconds: null, groups: noGroups };

/**
 * Returns the address of a reader, when they proved it, and to which of the `asked` groups they belong. Groups take one or two requests
 * more: those in which the reader stands, and of these, those that exist (three, if the reader stands in more than 100). No asked groups
 * take none, and what a way has read is not read again.
 */
async function identityOf(
  who: Who,
  organizationId: OrganizationId | null,
  asked: readonly GroupId[],
  known: KnownCaller | undefined,
): Promise<Identity> {
  if (who.kind === 'nobody') return nothingKnown;
  const { id } = who.principal.user;
  const caller = known ? known.item : await getCaller(id);
  const email = caller?.email ?? null;
  const address = email === null ? undefined : normalizedEmail(email);
  const groupsOf = async (): Promise<ReaderGroups> => {
    if (known) return known.among(asked);
    return organizationId ? groupsAmong(organizationId, asked, { user_id: id, address }) : noGroups;
  };
  return {
    email,
    emailProvenAtMilliseconds: caller?.proven_at === undefined ? null : Date.parse(caller.proven_at),
    groups: await groupsOf(),
  };
}
