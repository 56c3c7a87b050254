import * as z from 'zod/mini';
import { dayOf } from '../../contract/days.ts';
import {
  type ActivityId,
  type ActorId,
  activityId,
  actorId,
  type DocumentId,
  type ShareId,
  shareId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { activityEndsAt } from '../activity/activity.ts';
import { documentReaderKey, readerList } from '../keys/reading.ts';
import { createdAt } from '../table/ids.ts';
import { chooseListPage, type ListPage, type ListRange } from '../table/listPages.ts';
import { type Item, readAll, readItem } from '../table/read.ts';
import { filterIndex, table } from '../table/table.ts';
import { changeOrFind } from '../table/update.ts';

/**
 * The readers of a document. Each has an item, written after the entry of a reading, that expires with the reader's latest entry. Readings
 * while the document was private are in the counts without `shared_` only, because only the creator sees them.
 */

const count = () => z._default(z.int(), 0);

const readerItem = z.object({
  /** null: people without an account, by their network. */
  user_id: z.nullable(actorId),
  network: z.nullable(z.string()),
  /** The entry of the first reading, and of the latest one that was counted. */
  first: activityId,
  latest: activityId,
  views: count(),
  downloads: count(),
  shared_first: z.optional(activityId),
  shared_latest: z.optional(activityId),
  shared_views: count(),
  shared_downloads: count(),
  /** The share of the latest reading by a share. */
  share_id: z.optional(shareId),
  /** When the reader accepted a text, as the first reading after that found it. */
  accepted_at: z.optional(dateTime),
  /** The day (UTC) of the latest reading, and of the one before; empty: there was none. The same of readings that others see. */
  day: z.string(),
  day_before: z.string(),
  shared_day: z.optional(z.string()),
  shared_day_before: z.optional(z.string()),
});

/** Who reads: an account, or people without one, by their network. null: the network is not known. */
export type ReaderName = { readonly user_id: ActorId } | { readonly network: string | null };

interface RecordedPerson {
  /** null: somebody without an account. */
  readonly principal: { readonly user: { readonly id: ActorId } } | null;
  readonly network: string | null;
}

/** Returns the name of a reader, as entries have it. */
export const readerIn = ({ principal, network }: RecordedPerson): ReaderName =>
  principal ? { user_id: principal.user.id } : { network };

/** Returns the part of keys that names a reader. */
export const storedName = (reader: ReaderName): string =>
  'user_id' in reader ? reader.user_id : `network_${reader.network ?? 'unknown'}`;

export interface ReadingOfReader {
  /** The entry of the reading. */
  readonly id: ActivityId;
  readonly type: 'viewed' | 'downloaded';
  readonly documentId: DocumentId;
  readonly reader: ReaderName;
  /** Whether people other than the creator see the reading. */
  readonly isShared: boolean;
  readonly share_id: ShareId | undefined;
  /** RFC 3339 */
  readonly accepted_at: string | undefined;
}

/** Whether a reading is the reader's first of its day, in all readings and in those while the document was not private. */
interface FirstOfDay {
  readonly all: boolean;
  readonly shared: boolean;
}

/**
 * Counts a reading for its reader. A repeated request counts the reading once, and returns the same. Takes one write unit, and one more for
 * the first reading of a document by a reader. Throws DynamoDB's error.
 */
export async function countReader(reading: ReadingOfReader): Promise<FirstOfDay> {
  const { id, type, documentId, reader, isShared, share_id, accepted_at } = reading;
  const day = dayOf(Date.parse(createdAt(id)));
  const counted = type === 'viewed' ? 'views' : 'downloads';
  const outcome = await changeOrFind(documentReaderKey(documentId, storedName(reader)), {
    set: {
      latest: id,
      day,
      [table.timeToLive]: activityEndsAt(id),
      ...(isShared && { shared_latest: id, shared_day: day }),
      ...(share_id && { share_id }),
    },
    setOnce: {
      user_id: 'user_id' in reader ? reader.user_id : null,
      network: 'user_id' in reader ? null : reader.network,
      first: id,
      [filterIndex.partitionKey]: readerList(documentId),
      [filterIndex.sortKey]: ulidOf(id),
      ...(isShared && { shared_first: id }),
      ...(accepted_at && { accepted_at }),
    },
    copyOrEmpty: { day_before: 'day', ...(isShared && { shared_day_before: 'shared_day' }) },
    add: { [counted]: 1, ...(isShared && { [`shared_${counted}`]: 1 }) },
    // Otherwise an earlier attempt of this request counted the reading, and its answer was lost.
    when: ['(attribute_not_exists(#latest) OR #latest <> :latest)'],
    returns: 'ALL_NEW',
  });
  const now = z.parse(readerItem, 'attributes' in outcome ? outcome.attributes : outcome.found);
  return { all: now.day !== now.day_before, shared: isShared && now.shared_day !== now.shared_day_before };
}

/** What a reader read. Times are RFC 3339. */
export interface ReaderOfDocument {
  /** The part of keys that names the reader. */
  readonly reader: string;
  readonly user_id: ActorId | null;
  readonly network: string | null;
  readonly share_id: ShareId | null;
  readonly views: number;
  readonly downloads: number;
  readonly accepted_at: string | null;
  readonly first_at: string;
  readonly last_at: string;
}

/**
 * Lists a part of a document's readers, newest first by their first reading. `all`: includes readings while the document was private.
 */
export async function listReaders(
  documentId: DocumentId,
  all: boolean,
  range: ListRange,
): Promise<ListPage<ReaderOfDocument>> {
  const list = { index: filterIndex, partition: readerList(documentId) };
  const { items: places, next } = await chooseListPage(
    [list],
    range,
    ({ pk, sk }) => ({
      pk: String(pk),
      sk: String(sk),
    }),
    range.limit + 1,
  );
  const items = await readAll(places);
  return { items: items.flatMap((item) => (item && presented(item, all)) ?? []), next };
}

/** Returns a reader of a document; undefined: this account has never read it. */
export async function getReader(
  documentId: DocumentId,
  userId: ActorId,
  all: boolean,
): Promise<ReaderOfDocument | undefined> {
  const item = await readItem(documentReaderKey(documentId, storedName({ user_id: userId })));
  return item && presented(item, all);
}

function presented(stored: Item, all: boolean): ReaderOfDocument | undefined {
  const item = z.parse(readerItem, stored);
  const { user_id, network, share_id = null, accepted_at = null } = item;
  const [first, latest] = all ? [item.first, item.latest] : [item.shared_first, item.shared_latest];
  return (
    first &&
    latest && {
      reader: storedName(user_id === null ? { network } : { user_id }),
      user_id,
      network,
      share_id,
      views: all ? item.views : item.shared_views,
      downloads: all ? item.downloads : item.shared_downloads,
      accepted_at,
      first_at: createdAt(first),
      last_at: createdAt(latest),
    }
  );
}
