import * as z from 'zod/mini';
import type { DocumentId, ShareId, Ulid } from '../../contract/identifiers.ts';
import { documentSharesMax } from '../../contract/limits.ts';
import { dateTime } from '../../contract/text.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { documentKey } from '../keys/documents.ts';
import { leftKey } from '../keys/organizations.ts';
import {
  endedSharePrefix,
  sharedWithKey,
  shareKey,
  shareMailKey,
  sharePrefix,
  shareReadsKey,
} from '../keys/shares.ts';
import { shareMailItem } from '../mail/shareMails.ts';
import { ulidAt } from '../table/ids.ts';
import { readListPage } from '../table/listPages.ts';
import { type Item, queryItems, readAll, readAs, under } from '../table/read.ts';
import { table } from '../table/table.ts';
import { type CountedShare, shareReadsItem } from './countedShares.ts';
import { endOf, hasEnded, hasLeftSince, isListedAfter, leftAt, listedAmong } from './ends.ts';
import { parseShare } from './shareItems.ts';

/** The place of a share in the list of its document: its key has the id. */
const sharePlaceItem = z.object({
  email: z.string(),
  /** Null or absent: it does not end, or release 1.0.1 wrote the place. */
  expires_at: z.optional(z.nullable(dateTime)),
  [table.timeToLive]: z.optional(z.int()),
});

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
  const { items: places, next } = await readListPage([list], { after, limit }, (item) => placeIn(item));
  return { items: await sharesAt(documentId, places, now), next };
}

/** A place of a share that has ended, and its position in the list of ended shares: a ULID with the time of the end. */
interface EndedPlace extends Place {
  readonly position: Ulid;
}

/**
 * Lists a page of the shares of a document that ended or were withdrawn in the last 30 days (`endedShareDays`), latest end first. Reads the
 * places of all shares of the document, because no key has the end of a share that time or leaving ended.
 */
export async function listEndedShares(
  document: Pick<DocumentItem, 'id' | 'organization_id'> | undefined,
  after: Ulid | undefined,
  limit: number,
  now: number,
) {
  if (!document) return { items: [], next: undefined };
  const places = await endedPlaces(document, now);
  const following = places.filter(({ position }) => after === undefined || position < after);
  const shown = following.slice(0, limit);
  const next = following.length > limit ? shown.at(-1)?.position : undefined;
  return { items: await sharesAt(document.id, shown, now), next };
}

async function endedPlaces(
  { id, organization_id }: Pick<DocumentItem, 'id' | 'organization_id'>,
  now: number,
): Promise<EndedPlace[]> {
  const prefixes = [sharePrefix, endedSharePrefix];
  const items = await Promise.all(prefixes.map((prefix) => queryItems(under(documentKey(id), prefix))));
  const places = items.flatMap((found, index) => found.map((item) => placeIn(item, prefixes[index])));
  const left = await readAll(places.map(({ email }) => organization_id && leftKey(organization_id, email)));
  return places
    .flatMap((place, index) => {
      const end = Math.min(endOf(place), leftAt(place, left[index]));
      return end <= now && isListedAfter(end, now) ? { ...place, position: ulidAt(end, place.id) } : [];
    })
    .sort((a, b) => (a.position < b.position ? 1 : -1));
}

/**
 * Counts the listed shares of a document; undefined if `documentSharesMax` of them are open, so that the document may get no other one.
 * `share_count` counts ended shares too, so the shares are read only if it has reached the maximum.
 */
export async function countUnlessFull(document: DocumentItem, now: number): Promise<number | undefined> {
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
  const left = await readAll(open.map(({ email }) => organization_id && leftKey(organization_id, email)));
  return open.filter((place, index) => !hasLeftSince(place, left[index])).length;
}

type Place = z.infer<typeof sharePlaceItem> & { readonly id: ShareId };

const placeIn = (item: Item, prefix = sharePrefix): Place => ({
  ...z.parse(sharePlaceItem, item),
  id: `shr_${String(item[table.sortKey]).slice(prefix.length)}`,
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
