import type { DocumentId, Ulid } from '../../contract/identifiers.ts';
import { type DocumentItem, getDocuments } from '../documents/documents.ts';
import { leftKey, memberKey, organizationKey } from '../keys/organizations.ts';
import { sharedWithKey, sharesWith } from '../keys/shares.ts';
import { noOrganizationId, noUserId } from '../table/ids.ts';
import { type ListPage, readListPage } from '../table/listPages.ts';
import { readAll } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { endedByLeaving, hasEnded, isListedAfter, listedAmong } from './ends.ts';
import { isUnderstood, parseShare, type ShareItem } from './shareItems.ts';

/**
 * Reads the share of a document to an address, ended or not; undefined when it is no longer listed, null when this release cannot read it.
 * `address`: normalized.
 */
export async function getShareWith(
  documentId: DocumentId,
  address: string,
  now: number,
): Promise<ShareItem | undefined | null> {
  const [item] = await readAll([sharedWithKey(documentId, address)]);
  const share = item && parseShare(item);
  if (item && !share) return null;
  const [listed] = share ? await listedAmong([share], now) : [];
  return listed;
}

/**
 * Lists a page of the documents that are shared with an address at `now` (epoch milliseconds), newest share first. A page can be short: it
 * leaves out ended shares, shares with fields of a later release, and documents that are deleted, belong to a deleted organization, or are
 * private while their creator is not a member. The list is eventually consistent. `address`: normalized.
 */
export async function listDocumentsSharedWith(
  address: string,
  after: Ulid | undefined,
  limit: number,
  now: number,
): Promise<ListPage<DocumentItem>> {
  const list = { index: listIndex, partition: sharesWith(address) };
  const { items, next } = await readListPage([list], { after, limit }, (item) => item);
  const understood = items.flatMap((item) => parseShare(item) ?? []).filter(isUnderstood);
  const open = (await listedAmong(understood, now)).filter((share) => !hasEnded(share, now));
  const documents = await getDocuments(open.map(({ document_id }) => document_id));
  const found = new Map(documents.map((document) => [document.id, document]));
  const shared = open.flatMap(({ document_id }) => found.get(document_id) ?? []);
  const isThere = await readAll(
    shared.flatMap(({ organization_id, access_level, created_by }) => [
      organization_id && organizationKey(organization_id),
      organization_id && access_level === 'private' ? memberKey(organization_id, created_by.id) : null,
    ]),
  );
  return {
    items: shared.filter(
      ({ organization_id, access_level }, index) =>
        organization_id === null ||
        (isThere[2 * index] !== undefined &&
          (access_level !== 'private' || isThere[2 * index + 1] !== undefined)),
    ),
    next,
  };
}

/**
 * Returns whether each document has a listed share with an address at `now` (epoch milliseconds), open or ended. null: it was not asked.
 * Addresses: normalized.
 */
export async function areShared(
  asked: readonly ({ readonly id: DocumentId; readonly address: string } | null)[],
  now: number,
): Promise<boolean[]> {
  const found = await readAll(asked.map((one) => one && sharedWithKey(one.id, one.address)));
  return found.map((item) => {
    const { expires_at_seconds: end = Number.POSITIVE_INFINITY } = (item && parseShare(item)) ?? {};
    return item !== undefined && end * 1000 > now;
  });
}

/** The facts that decide whether a share opens a document to the person with an address. */
interface SharedWith {
  /** Undefined: there is no share, it has ended, or it has a field of a later release. */
  readonly share: ShareItem | undefined;
  /** The share if it ended or was withdrawn in the last 30 days. */
  readonly ended: ShareItem | undefined;
  /** Whether the document's creator is a member of its organization; false if it has no organization. */
  readonly isCreatorMember: boolean;
}

/** A document that a request names, and what was found. */
export interface AskedDocument {
  readonly id: DocumentId;
  readonly document: Pick<DocumentItem, 'organization_id' | 'created_by'> | undefined;
}

/** Finds the share of a document to an address. Takes one round trip, even if the document does not exist. `address`: normalized. */
export async function findShareWith(
  id: DocumentId,
  document: AskedDocument['document'],
  address: string,
  now: number,
): Promise<SharedWith> {
  const [found] = await findSharesWith([{ id, document }], address, now);
  return found ?? { share: undefined, ended: undefined, isCreatorMember: false };
}

/** Finds the shares of documents to an address. Takes one round trip, even if documents do not exist. `address`: normalized. */
export async function findSharesWith(
  asked: readonly AskedDocument[],
  address: string,
  now: number,
): Promise<SharedWith[]> {
  const items = await readAll(
    asked.flatMap(({ id, document }) => {
      const organizationId = document?.organization_id ?? noOrganizationId;
      return [
        sharedWithKey(id, address),
        leftKey(organizationId, address),
        memberKey(organizationId, document?.created_by.id ?? noUserId),
      ];
    }),
  );
  return asked.map(({ document }, index) => {
    const [stored, left, creator] = items.slice(3 * index, 3 * index + 3);
    const found = stored && parseShare(stored);
    const share = document && found && isUnderstood(found) ? endedByLeaving(found, left) : undefined;
    const isEnded = share !== undefined && hasEnded(share, now);
    return {
      share: isEnded ? undefined : share,
      ended: isEnded && isListedAfter(Date.parse(share.expires_at ?? ''), now) ? share : undefined,
      isCreatorMember: creator !== undefined,
    };
  });
}
