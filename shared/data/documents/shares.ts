import * as z from 'zod/mini';
import type { MailStatus } from '../../contract/enumerations.ts';
import {
  type DocumentId,
  type OrganizationId,
  type ShareId,
  type Ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { documentSharesMax, endedShareDays } from '../../contract/limits.ts';
import { dateTime, utcTime } from '../../contract/text.ts';
import type { MailItem } from '../mail/mails.ts';
import { setShareMail, shareMailItem } from '../mail/shareMails.ts';
import {
  attributeUpdate,
  type Change,
  creation,
  removal,
  removalIfThere,
  replacement,
} from '../table/commit.ts';
import { createdAt, newId, noOrganizationId, noUserId } from '../table/ids.ts';
import {
  documentKey,
  type Key,
  leftKey,
  memberKey,
  organizationKey,
  sharedWithKey,
  shareKey,
  shareMailKey,
  sharePrefix,
  shareReadsKey,
  sharesWith,
} from '../table/keys.ts';
import { type Page, readPage } from '../table/listPages.ts';
import { type Item, queryItems, readAll, readAs, under } from '../table/read.ts';
import { listIndex, table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { type DocumentItem, getDocuments } from './documents.ts';
import { isUnderstood, parseShare, type ShareItem } from './shareItems.ts';

/** The place of a share in the list of its document: its key has the id. */
const sharePlaceItem = z.object({ email: z.string(), [table.timeToLive]: z.optional(z.int()) });

const shareReadsItem = z.object({ reads: z.int(), first_read_at: dateTime, last_read_at: dateTime });

/** A share with its readings and its mail, as clients see it. */
export interface CountedShare extends ShareItem {
  /** Undefined: no reading was counted. */
  readonly read: z.infer<typeof shareReadsItem> | undefined;
  /** The state of its latest mail. */
  readonly mail: MailStatus;
}

const dayMilliseconds = 24 * 60 * 60_000;

/** Returns whether a share has ended at `now` (epoch milliseconds). */
export const hasEnded = ({ expires_at }: Pick<ShareItem, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** Returns the share with another end, and with the time to live after which the share is no longer listed. */
export const endingAt = <S extends Pick<ShareItem, 'expires_at'>>(
  share: S,
  expires_at: string | null,
): S => ({
  ...share,
  expires_at: expires_at && utcTime(expires_at),
  [table.timeToLive]:
    expires_at === null
      ? undefined
      : Math.ceil((Date.parse(expires_at) + endedShareDays * dayMilliseconds) / 1000),
});

interface NewShare extends Pick<ShareItem, 'email' | 'expires_at' | 'message' | 'notify_me' | 'created_by'> {
  /** Default: a new one */
  readonly id?: ShareId;
}

/** Returns a new share of a document. `mail`: its first mail. Default: no mail */
export const newShare = (
  document: Pick<DocumentItem, 'id' | 'organization_id'>,
  { id = newId('shr'), ...given }: NewShare,
  mail?: Pick<MailItem, 'id' | 'status'>,
): CountedShare => ({
  ...endingAt(given, given.expires_at),
  id,
  document_id: document.id,
  organization_id: document.organization_id,
  ...(mail && { mail_id: mail.id }),
  revision: 1,
  read: undefined,
  mail: mail?.status ?? 'none',
});

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

/** Reads a share of a document with its readings and its mail; undefined when it is withdrawn or no longer listed. */
export async function getShare(
  documentId: DocumentId,
  id: ShareId,
  now: number,
): Promise<CountedShare | undefined> {
  const place = await readAs(sharePlaceItem, shareKey(documentId, id));
  const [share] = place ? await sharesAt(documentId, [{ ...place, id }], now) : [];
  return share;
}

/** Lists a page of the shares of a document, newest first. A page can be short: shares that are no longer listed are left out. */
export async function listShares(
  documentId: DocumentId,
  after: Ulid | undefined,
  limit: number,
  now: number,
) {
  const list = { partition: documentKey(documentId).pk, prefix: sharePrefix };
  const { items: places, next } = await readPage([list], { after, limit }, placeIn);
  return { items: await sharesAt(documentId, places, now), next };
}

/**
 * Returns the number of shares that a document lists, if it may get another open share; undefined if it has the most. Reads the shares only
 * if the document counts at least `documentSharesMax` of them, because ended ones count there too.
 */
export async function listedIfRoom(document: DocumentItem, now: number): Promise<number | undefined> {
  const { id, share_count = 0 } = document;
  if (share_count < documentSharesMax) return share_count;
  const places = (await queryItems(under(documentKey(id), sharePrefix))).map((item) => placeIn(item));
  const shares = await sharesAt(id, places, now);
  const open = shares.filter((share) => !hasEnded(share, now)).length;
  return open < documentSharesMax ? shares.length : undefined;
}

/** Counts the shares of a document that have not ended at `now` (epoch milliseconds). Reads nothing if none was made. */
export async function countOpenShares(document: DocumentItem, now: number): Promise<number> {
  const { id, organization_id, share_count = 0 } = document;
  if (share_count === 0) return 0;
  const places = (await queryItems(under(documentKey(id), sharePrefix))).map((item) => placeIn(item));
  const open = places.filter((place) => endOf(place) > now);
  const left = await readRepeated(
    open.map(({ email }) => organization_id && leftKey(organization_id, email)),
  );
  return open.filter((place, index) => !hasLeftSince(place, left[index])).length;
}

/** Returns the end of a share in epoch milliseconds, from its time to live; infinity: it does not end. */
const endOf = ({ expires_at_seconds = Number.POSITIVE_INFINITY }: Place): number =>
  expires_at_seconds * 1000 - endedShareDays * dayMilliseconds;

type Place = z.infer<typeof sharePlaceItem> & { readonly id: ShareId };

const placeIn = (item: Item): Place => ({
  ...z.parse(sharePlaceItem, item),
  id: `shr_${String(item[table.sortKey]).slice(sharePrefix.length)}`,
});

/** Reads the shares of some places in one round trip, without shares that are no longer listed or that this release cannot read. */
async function sharesAt(
  documentId: DocumentId,
  places: readonly Place[],
  now: number,
): Promise<CountedShare[]> {
  const [shares, reads, mails] = await Promise.all([
    readAll(places.map(({ email }) => sharedWithKey(documentId, email))),
    readAll(places.map(({ id }) => shareReadsKey(documentId, id))),
    readAll(places.map(({ id }) => shareMailKey(documentId, id))),
  ]);
  const stored = places.flatMap(({ id }, index) => {
    const [item, counted, mailed] = [shares[index], reads[index], mails[index]];
    const share = item && parseShare(item);
    if (share?.id !== id) return [];
    const read = counted && z.parse(shareReadsItem, counted);
    return [{ ...share, read, mail: mailed ? z.parse(shareMailItem, mailed).status : 'none' }];
  });
  return listedAmong(stored, now);
}

/**
 * Returns the shares that are listed: shares that have not ended, or ended recently. A share also ends when the person leaves the
 * organization.
 */
async function listedAmong<S extends ShareItem>(shares: readonly S[], now: number): Promise<S[]> {
  const left = await readRepeated(
    shares.map(({ organization_id, email }) => organization_id && leftKey(organization_id, email)),
  );
  return shares
    .map((share, index) => endedByLeaving(share, left[index]))
    .filter(({ expires_at_seconds = Number.POSITIVE_INFINITY }) => expires_at_seconds * 1000 > now);
}

/** Reads items as `readAll` does, but a key may occur twice. DynamoDB refuses a batch with the same key twice. */
async function readRepeated(keys: readonly (Key | null)[]): Promise<(Item | undefined)[]> {
  const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);
  const distinct = new Map(keys.flatMap((key) => (key ? [[nameOf(key), key] as const] : [])));
  const items = await readAll([...distinct.values()]);
  const found = new Map([...distinct.keys()].map((name, index) => [name, items[index]]));
  return keys.map((key) => (key ? found.get(nameOf(key)) : undefined));
}

const leftItem = z.object({ left_at: dateTime });

function endedByLeaving<S extends ShareItem>(share: S, left: Item | undefined): S {
  if (!left || !hasLeftSince(share, left)) return share;
  const { left_at } = z.parse(leftItem, left);
  return hasEnded(share, Date.parse(left_at)) ? share : { ...endingAt(share, left_at), left_at };
}

/** Returns whether the person with the address of a share left the organization after the share was made. */
const hasLeftSince = ({ id }: Pick<ShareItem, 'id'>, left: Item | undefined): boolean =>
  left !== undefined && createdAt(id) <= z.parse(leftItem, left).left_at;

/** Ends all shares of an organization's documents to the address of a member who leaves the organization at `now` (epoch milliseconds). */
export const endSharesWith = (organizationId: OrganizationId, address: string, now: number): Change =>
  attributeUpdate(leftKey(organizationId, address), {
    UpdateExpression: 'SET left_at = :now',
    ExpressionAttributeValues: { ':now': new Date(now).toISOString() },
  });

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
): Promise<Page<DocumentItem>> {
  const list = { index: listIndex, partition: sharesWith(address) };
  const { items, next } = await readPage([list], { after, limit }, (item) => item);
  const understood = items.flatMap((item) => parseShare(item) ?? []).filter(isUnderstood);
  const open = (await listedAmong(understood, now)).filter((share) => !hasEnded(share, now));
  const documents = await getDocuments(open.map(({ document_id }) => document_id));
  const found = new Map(documents.map((document) => [document.id, document]));
  const shared = open.flatMap(({ document_id }) => found.get(document_id) ?? []);
  const isThere = await readRepeated(
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

/** Creates a share; conflicts when the address got a share meanwhile. `replaced`: the ended share to the same address. */
export function createShare(share: CountedShare, replaced: ShareItem | undefined): Change[] {
  const { read: _none, mail: status, ...item } = share;
  const { id, document_id, mail_id } = item;
  const place = creation(shareKey(document_id, id), {
    email: share.email,
    [table.timeToLive]: share.expires_at_seconds,
  });
  const mail = mail_id ? [setShareMail(document_id, id, { id: mail_id, status })] : [];
  if (!replaced) return [creation(placeOf(item), item), place, ...mail];
  return [
    replacement(placeOf(item), { ...item, revision: replaced.revision }),
    removalIfThere(shareKey(replaced.document_id, replaced.id)),
    place,
    ...mail,
  ];
}

/** Replaces a share; conflicts when it has changed since it was loaded. */
export const replaceShare = ({ read: _counted, mail: _status, ...share }: CountedShare): Change[] => [
  replacement(placeOf(share), share),
  attributeUpdate(shareKey(share.document_id, share.id), untilEndOf(share)),
];

const untilEndOf = ({ expires_at_seconds }: ShareItem) =>
  expires_at_seconds === undefined
    ? { UpdateExpression: `REMOVE ${table.timeToLive}` }
    : {
        UpdateExpression: `SET ${table.timeToLive} = :end`,
        ExpressionAttributeValues: { ':end': expires_at_seconds },
      };

/** Gives a share another mail; conflicts when the share has changed since it was loaded. */
export const mailShareAgain = (
  { read: _counted, mail: _status, ...share }: CountedShare,
  mail: Pick<MailItem, 'id' | 'status'>,
): Change[] => [
  replacement(placeOf(share), { ...share, mail_id: mail.id }),
  setShareMail(share.document_id, share.id, mail),
];

/** Removes a share; conflicts when it was withdrawn meanwhile. */
export const removeShare = ({ id, document_id, email }: ShareItem): Change[] => [
  removal(sharedWithKey(document_id, email)),
  removalIfThere(shareKey(document_id, id)),
];

/** Returns whether a reading by a share was counted. */
export const hasReadings = async ({ id, document_id }: ShareItem): Promise<boolean> =>
  (await readAs(shareReadsItem, shareReadsKey(document_id, id))) !== undefined;

/** Counts the first reading at `now` (epoch milliseconds) by a share; conflicts when a reading by the share was counted already. */
export function countFirstReading({ id, document_id }: ShareItem, now: number): Change {
  const at = new Date(now).toISOString();
  return creation(shareReadsKey(document_id, id), { reads: 1, first_read_at: at, last_read_at: at });
}

/**
 * Counts a reading at `now` (epoch milliseconds) by a share. The entry of the reading is committed before. The count is written outside of
 * that transaction, because two tabs of one person would conflict. Throws DynamoDB's error.
 */
export const countReading = ({ id, document_id }: ShareItem, now: number): Promise<unknown> => {
  const at = new Date(now).toISOString();
  return changeIf(shareReadsKey(document_id, id), {
    add: { reads: 1 },
    set: { last_read_at: at },
    setOnce: { first_read_at: at },
  });
};

const placeOf = (share: ShareItem) => ({
  ...sharedWithKey(share.document_id, share.email),
  [listIndex.partitionKey]: sharesWith(share.email),
  [listIndex.sortKey]: ulidOf(share.id),
});

/** The facts that decide whether a share opens a document to the person with an address. */
interface SharedWith {
  /** Undefined: there is no share, it has ended, or it has a field of a later release. */
  readonly share: ShareItem | undefined;
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
  return found ?? { share: undefined, isCreatorMember: false };
}

/** Finds the shares of documents to an address. Takes one round trip, even if documents do not exist. `address`: normalized. */
export async function findSharesWith(
  asked: readonly AskedDocument[],
  address: string,
  now: number,
): Promise<SharedWith[]> {
  const items = await readRepeated(
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
    const share = found && isUnderstood(found) ? endedByLeaving(found, left) : undefined;
    return {
      share: document && share && !hasEnded(share, now) ? share : undefined,
      isCreatorMember: creator !== undefined,
    };
  });
}
