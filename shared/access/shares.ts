import type { DocumentId, Ulid } from '../contract/identifiers.ts';
import { getCaller } from '../data/callers/callers.ts';
import { type DocumentItem, getDocument } from '../data/documents/documents.ts';
import { findSharesWith, findShareWith, listDocumentsSharedWith } from '../data/shares/sharedWith.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import type { ListPage } from '../data/table/listPages.ts';
import { addressProofDays, hasProvenAddress, proofEnd } from '../policies/decide.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { ApiError, forbidden, notFound } from './errors.ts';
import type { Principal } from './principal.ts';

type Found = Pick<DocumentItem, 'id' | 'organization_id' | 'access_level' | 'created_by'>;

/**
 * A caller's share of a document. It opens the document only if `isProven`: the caller has proven their address recently.
 */
interface Opening {
  readonly share: ShareItem;
  readonly isProven: boolean;
  /** When the last proof ends, in epoch milliseconds; null: there was none. */
  readonly provenUntil: number | null;
}

/** A caller's share of a document, or their share that ended a short time ago. Both are undefined if there is none. */
interface SharesFor {
  readonly opening: Opening | undefined;
  /** Only for callers who have proven their address recently. */
  readonly ended: ShareItem | undefined;
}

const none: SharesFor = { opening: undefined, ended: undefined };

/**
 * Returns a caller's shares of a document at `now` (epoch milliseconds). A key that is bound to an organization opens nothing outside of
 * this organization. Makes the same reads whether or not the document exists.
 */
export async function sharesFor(
  documentId: DocumentId,
  document: Found | undefined,
  { user, organization_id, bound }: Principal,
  now: number,
): Promise<SharesFor> {
  // Service accounts have no address.
  if (user.type === 'service_account') return none;
  const caller = await getCaller(user.id);
  const address = (caller?.email && normalizedEmail(caller.email)) ?? '';
  const found = await findShareWith(documentId, document, address, now);
  if (!document || !caller) return none;
  if (bound && document.organization_id !== organization_id) return none;
  const provenAt = provenAtOf(caller);
  const isProven = hasProven(caller, now);
  const share = openingShare(document, found);
  return {
    opening: share && { share, isProven, provenUntil: provenAt === null ? null : proofEnd(provenAt) },
    ended: isProven ? openingShare(document, { ...found, share: found.ended }) : undefined,
  };
}

/** Returns a caller's share of a document, as `sharesFor` does. */
export const shareFor = async (...asked: Parameters<typeof sharesFor>): Promise<Opening | undefined> =>
  (await sharesFor(...asked)).opening;

/**
 * Returns a function that finds a caller's own share of a document, to end it; undefined: there is no share, or it opens nothing. The
 * function throws 403 when the caller's address is not proven.
 */
export const ownShareOf =
  (documentId: DocumentId, principal: Principal) =>
  async (document: Found | undefined): Promise<ShareItem | undefined> => {
    const opening = await shareFor(documentId, document, principal, Date.now());
    if (opening && !opening.isProven) throw notProvenForShare();
    return opening?.share;
  };

/**
 * Returns the share that opens a document to the person with an address at `now` (epoch milliseconds). A share of an organization's private
 * document opens it only while the creator of the document is a member. Makes the same reads whether or not the document exists.
 */
export async function shareWith(
  documentId: DocumentId,
  document: Found | undefined,
  email: string | null,
  now: number,
): Promise<ShareItem | undefined> {
  const address = (email && normalizedEmail(email)) ?? '';
  return openingShare(document, await findShareWith(documentId, document, address, now));
}

/** Returns the share if it opens the document. */
function openingShare(
  document: Found | undefined,
  { share, isCreatorMember }: Awaited<ReturnType<typeof findShareWith>>,
): ShareItem | undefined {
  const needsCreator = document?.organization_id !== null && document?.access_level === 'private';
  return needsCreator && !isCreatorMember ? undefined : share;
}

/** Returns whether the rules and the versions of a share bind a reader who has no other way in. A public document is open to everybody. */
export const binds = ({ access_level }: Pick<DocumentItem, 'access_level'>): boolean =>
  access_level !== 'public';

/**
 * Returns the shares by which a caller may read documents, by the ids of the documents, at `now` (epoch milliseconds), by the rules of `shareFor`.
 * Makes the same reads whether or not the documents exist. `asked` has no deleted documents. `document` is undefined if none has the id.
 */
export async function openedByShares(
  asked: readonly { readonly id: DocumentId; readonly document: Found | undefined }[],
  { user, organization_id, bound }: Principal,
  now: number,
): Promise<ReadonlyMap<DocumentId, ShareItem>> {
  if (asked.length === 0 || user.type === 'service_account') return new Map();
  const caller = await getCaller(user.id);
  const found = await findSharesWith(asked, (caller?.email && normalizedEmail(caller.email)) ?? '', now);
  if (!caller || !hasProven(caller, now)) return new Map();
  const opened = asked.flatMap(({ id, document }, index) => {
    const shared = found[index];
    const isElsewhere = bound && document?.organization_id !== organization_id;
    const share = document && shared && !isElsewhere ? openingShare(document, shared) : undefined;
    return share ? [[id, share] as const] : [];
  });
  return new Map(opened);
}

type Proof = { readonly proven_at?: string | undefined };

const provenAtOf = ({ proven_at }: Proof): number | null =>
  proven_at === undefined ? null : Date.parse(proven_at);

/** Returns whether a person proved their address recently enough for shares at `now` (epoch milliseconds). */
export const hasProven = (caller: Proof, now: number): boolean =>
  hasProvenAddress({ emailProvenAtMilliseconds: provenAtOf(caller) }, now);

/**
 * Lists a page of the documents that are shared with a caller, newest share first. The list is empty for service accounts, and for keys
 * that are bound to an organization. Throws 403 when the caller's address is not proven.
 */
export async function listSharedWith(
  { user, bound }: Principal,
  after: Ulid | undefined,
  limit: number,
): Promise<ListPage<DocumentItem>> {
  const caller = bound || user.type === 'service_account' ? undefined : await getCaller(user.id);
  const address = caller?.email ? normalizedEmail(caller.email) : undefined;
  if (!caller || address === undefined) return { items: [], next: undefined };
  const now = Date.now();
  if (!hasProven(caller, now)) throw notProvenForShare();
  return listDocumentsSharedWith(address, after, limit, now);
}

/** The 403 for a person whose proof of their address is too old. `what`: the things in the plural that need it */
export const notProvenFor = (what: string): ApiError =>
  forbidden(
    `You have not proven your e-mail address for ${addressProofDays} days, and ${what} need that. Sign in in a browser to prove it.`,
  );

export const notProvenForShare = (): ApiError => notProvenFor('shares');

/** The fields of a request about a document that `notByShare` needs. */
interface AboutDocument {
  readonly principal: Principal;
  readonly path: { readonly document_id: DocumentId };
}

/**
 * Wraps the handler of an operation that people with only a share may not call. If the handler answers that the document is missing, people
 * with a share get 403 instead, because they may know the document. Others get the 404 after the same reads, whether or not the document
 * exists.
 */
export const notByShare =
  <R extends AboutDocument, A>(handle: (request: R) => Promise<A>) =>
  async (request: R): Promise<A> => {
    try {
      return await handle(request);
    } catch (error) {
      const { path, principal } = request;
      throw isMissingDocument(error) ? await errorForMissing(path.document_id, principal) : error;
    }
  };

const isMissingDocument = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'resource_not_found' && error.param === 'document_id';

async function errorForMissing(documentId: DocumentId, principal: Principal): Promise<ApiError> {
  const opening = await shareFor(documentId, await getDocument(documentId), principal, Date.now());
  return opening
    ? forbidden('The document is shared with you for reading only.')
    : notFound('document', 'document_id');
}
