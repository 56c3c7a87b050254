import { noSuchVersion } from '../access/documents.ts';
import { notFound } from '../access/errors.ts';
import type { VersionId } from '../contract/identifiers.ts';
import type { SharedVersions } from '../contract/resources/share.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { AttachmentItem } from '../data/policies/attachments.ts';
import { type CurrentAttachment, withCurrentNames, withPolicyNames } from '../data/policies/currentNames.ts';
import type { AcceptingReader } from '../data/reading/acknowledgements.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import { asksToSignIn, combine } from '../policies/combine.ts';
import type { Decision, Granted } from '../policies/decide.ts';
import type { Asking } from './asking.ts';
import type { Content, Current, Found } from './content.ts';
import { decideAccess } from './decideAccess.ts';
import { type Entry, entryOf, signInFirst } from './enter.ts';
import { type PolicyRefusal, refusalOf } from './policyRefusal.ts';
import type { Opens, RoomOfReading, Way } from './ways/way.ts';

/**
 * Who a reader is to a document. `manager`: the creator and the owners and admins of the organization. `preview`: a manager who previews a
 * reader's view. `colleague`: another member. `invited`: somebody with a share. `stranger`: anybody, for a public document.
 */
export type Kind = 'manager' | 'preview' | 'colleague' | 'invited' | 'stranger';

/** A reader to whom a document is open, and what follows from that. */
export interface Standing {
  readonly kind: Kind;
  /** Policies do not bind a person who manages the document. They can preview a reader's view. */
  readonly mayManage: boolean;
  readonly isPreview: boolean;
  /** Whether the reader may see the names of people. */
  readonly seesNames: boolean;
  /** Whether the reader may learn the names of policies. */
  readonly namesPolicy: boolean;
  /** The person or browser whose acceptances count; null for a browser that has accepted nothing yet, and in a preview. */
  readonly accepting: AcceptingReader | null;
  /** The reader's share of the document; undefined if there is none, or if the reader manages the document. */
  readonly share: ShareItem | undefined;
  /** The versions that are open to the reader. The door refuses requests for others. */
  readonly versions: SharedVersions;
  /** The versions that pages list for the reader. Visitors of a public document may open the others by their addresses. */
  readonly listed: SharedVersions;
  /** The room by which the reader reads; undefined: by none. */
  readonly room: RoomOfReading | undefined;
  /** The details that ways add to entries about this reading. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** A reader who asks for content. */
export interface ContentStanding<Loaded extends Content> extends Standing {
  readonly loaded: Current<Loaded>;
  /** The decision of the document's policies, and of the ways by which the document is open. It never asks to sign in. */
  readonly decision: Exclude<Decision, { readonly kind: 'sign_in' }>;
  /** When the reader first accepted one of the texts that the document asks for now (RFC 3339); undefined: never, or there is none. */
  readonly acceptedAt: string | undefined;
  /** The grant; null if the decision refuses the reader, or asks to accept texts first. */
  readonly granted: Granted | null;
  /** The 403 for a reader without a grant. */
  readonly refusal: PolicyRefusal | null;
}

/** A reader who gets facts. */
export interface FactsStanding extends Standing {
  readonly document: DocumentItem;
  /** The attachments with their policies; undefined for members, for whom no policy was asked. */
  readonly attachments: readonly CurrentAttachment[] | undefined;
}

/** A document that was loaded for its facts. */
interface FoundFacts {
  readonly document: DocumentItem | undefined;
  /** Loads the attachments, for readers who are bound by policies. */
  readonly attachments: () => Promise<readonly AttachmentItem[]>;
}

type ContentAsking = Asking & { readonly of: 'content' };
type FactsAsking = Asking & { readonly of: 'facts' };

/**
 * Returns the standing of a reader to a document at `now` (epoch milliseconds). This is the only function that decides who reads. Throws
 * 401 for readers who must sign in first, 403 for readers who must prove their address again, and 404 for readers to whom the document is
 * not open, whether or not it exists. For facts it also throws the 403 of a policy.
 *
 * @param list the ways that are asked: those of the service, or of a function that is not for readers by some way
 */
export async function standingOf<Loaded extends Content>(
  found: Found<Loaded>,
  asking: ContentAsking,
  now: number,
  list: readonly Way[],
): Promise<ContentStanding<Loaded>>;
export async function standingOf(
  found: FoundFacts,
  asking: FactsAsking,
  now: number,
  list: readonly Way[],
): Promise<FactsStanding>;
export async function standingOf<Loaded extends Content>(
  found: Found<Loaded> | FoundFacts,
  asking: ContentAsking | FactsAsking,
  now: number,
  list: readonly Way[],
): Promise<ContentStanding<Loaded> | FactsStanding> {
  const entry = await entryOf(found.document, asking, now, list);
  const { document } = entry;
  const standing = consequencesOf(entry, asking);
  if (asking.of === 'facts' && standing.seesNames) {
    if (!isOpenVersion(standing, document, asking.version)) throw noSuchVersion();
    return { ...standing, document, attachments: undefined };
  }
  const attachments = await attachmentsOf(found);
  if (asking.who.kind === 'nobody' && (await asksStrangers(document, attachments))) throw signInFirst(asking);
  // Loaded last, only for readers to whom the document is open. Undefined if the document's organization is deleted: nobody may read the
  // documents of such an organization.
  const loaded = await withCurrentNames({ ...found, document, attachments } as Loaded);
  if (!loaded) throw notFound('document', 'document_id');
  // Whether or not the version exists, so that nobody learns which earlier versions do.
  if (!isOpenVersion(standing, document, asking.version)) throw noSuchVersion();

  const facts = {
    who: asking.who,
    accepting: standing.accepting,
    isBound: standing.kind !== 'manager',
    previewedTexts: standing.isPreview ? asking.preview?.texts : undefined,
    caller: entry.opened.find(({ caller }) => caller)?.caller,
    room: standing.room?.id,
  };
  const { decision, acceptedAt } = entry.ended
    ? { decision: entry.ended }
    : await decideAccess(document, loaded.attachments, facts, entry.added, now);
  if (decision.kind === 'sign_in') throw signInFirst(asking);
  const refusal = refusalOf(decision, standing.namesPolicy, { room: standing.room?.id });
  if (asking.of === 'content') {
    const granted = decision.kind === 'granted' ? decision.granted : null;
    return { ...standing, loaded, decision, acceptedAt, granted, refusal };
  }
  if (refusal) throw refusal;
  return { ...standing, document: loaded.document, attachments: loaded.attachments };
}

/**
 * Returns whether a caller may learn which file a version is: its name, its length and its hash. People who manage the document may, and
 * their colleagues unless a limit gives readers less than the file. A rule that cannot be enforced is such a limit.
 */
export async function mayIdentifyFile(
  { kind, document }: FactsStanding,
  attachments: FoundFacts['attachments'],
): Promise<boolean> {
  if (kind !== 'colleague') return kind === 'manager';
  const current = await withCurrentNames({ document, attachments: await attachments() });
  if (!current) return false;
  const { tooMany, unknown, view_only, watermark } = combine(current.attachments);
  return [tooMany, unknown, view_only, watermark].every((limit) => limit === null);
}

function consequencesOf({ document, opened, ended }: Entry, asking: Asking): Standing {
  const kind = kindOf(opened, ended !== undefined, asking);
  const isPreview = kind === 'preview';
  const all = opened.map(({ versions = 'all' }) => versions);
  const versions = all.length > 0 && !all.includes('all') ? 'current' : 'all';
  const isVisitor = document.access_level === 'public' && !isMember(kind);
  return {
    kind,
    versions,
    listed: isVisitor ? 'current' : versions,
    mayManage: kind === 'manager' || isPreview,
    isPreview,
    seesNames: isMember(kind),
    namesPolicy: namesPolicy(kind, document, asking),
    // A preview shows the view of a reader who has accepted nothing yet.
    accepting: isPreview ? null : asking.accepting,
    share: opened.find(({ share }) => share)?.share,
    room: opened.find(({ room }) => room)?.room,
    record: Object.assign({}, ...opened.map(({ record }) => record)),
  };
}

/** Returns whether a version that a request names is open to a reader. */
const isOpenVersion = (
  { versions }: Pick<Standing, 'versions'>,
  { current_version }: DocumentItem,
  named: VersionId | undefined,
): boolean => versions === 'all' || named === undefined || named === current_version?.id;

function kindOf([first]: readonly Opens[], isEnded: boolean, { preview }: Asking): Kind {
  if (first?.as === 'manager') return preview ? 'preview' : 'manager';
  return first?.as ?? (isEnded ? 'invited' : 'stranger');
}

const isMember = (kind: Kind): boolean => kind === 'manager' || kind === 'preview' || kind === 'colleague';

/**
 * Returns whether a reader may learn the names of policies. Members may. Invited people may if they act in the document's organization,
 * whose policies the API lists for them; pages tell them nothing. The JSON of a public document has the names, and its page does not. A
 * preview has them if the document is open to members.
 */
function namesPolicy(kind: Kind, document: DocumentItem, { of, who, isJson }: Asking): boolean {
  const isOfMembers = kind !== 'preview' || document.access_level === 'organization';
  if (isMember(kind) && isOfMembers) return true;
  if (kind === 'stranger' || kind === 'preview') return isJson && document.access_level === 'public';
  if (of === 'content' || who.kind !== 'caller') return false;
  const { role, organization_id } = who.principal;
  return role !== null && organization_id === document.organization_id;
}

/**
 * Returns whether a policy asks strangers to sign in. It loads at most one policy: the first that asked for a sign-in when it was attached.
 * All policies together have up to a megabyte of rules, and strangers can send many requests.
 */
async function asksStrangers(
  document: DocumentItem,
  attachments: readonly AttachmentItem[],
): Promise<boolean> {
  const first = attachments.filter(({ asked_sign_in }) => asked_sign_in).slice(0, 1);
  return (await withPolicyNames(document, first)).some(asksToSignIn);
}

const attachmentsOf = async ({
  attachments,
}: Pick<Content, 'attachments'> | FoundFacts): Promise<readonly AttachmentItem[]> =>
  typeof attachments === 'function' ? attachments() : attachments;
