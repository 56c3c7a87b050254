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
import { choosePage, type Page, type PageRange } from '../table/listPages.ts';
import { type Item, readAll, readItem } from '../table/read.ts';
import { filterIndex, table } from '../table/table.ts';
import { changeIf, changeOrFind } from '../table/update.ts';

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
  /** The day (UTC) of the latest reading, its first reading, and the first one while the document was not private. */
  day: z.string(),
  day_first: activityId,
  shared_day_first: z.optional(activityId),
});
type ReaderItem = z.infer<typeof readerItem>;

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
export const nameOfReader = (reader: ReaderName): string =>
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
 * Counts a reading for its reader. A repeated request counts the reading once, and returns the same. Takes one write unit; two for the
 * first reading of a document by a reader, or for a further one of the same day. Throws DynamoDB's error.
 */
export async function countReader(reading: ReadingOfReader): Promise<FirstOfDay> {
  const { id, documentId, reader } = reading;
  const key = documentReaderKey(documentId, nameOfReader(reader));
  const day = dayOf(Date.parse(createdAt(id)));
  const outcome = await changeOrFind(key, {
    ...changesOf(reading),
    set: { ...changesOf(reading).set, day, day_first: id, ...(reading.isShared && { shared_day_first: id }) },
    remove: reading.isShared ? [] : ['shared_day_first'],
    when: ['(attribute_not_exists(#day) OR #day < :day)'],
    returns: 'ALL_NEW',
  });
  if ('attributes' in outcome) return firstOfDay(outcome.attributes, id);
  const found = outcome.found && z.parse(readerItem, outcome.found);
  // The answer to an earlier attempt of this request was lost.
  if (found && [found.latest, found.day_first].includes(id)) return firstOfDay(found, id);
  const { setOnce, ...changes } = changesOf(reading);
  const added = await changeIf(key, {
    ...changes,
    setOnce: { ...setOnce, ...(reading.isShared && { shared_day_first: id }) },
    when: ['(attribute_not_exists(#latest) OR #latest <> :latest)'],
    returns: 'ALL_NEW',
  });
  return firstOfDay(added ?? found ?? {}, id);
}

const firstOfDay = ({ day_first, shared_day_first }: Item | ReaderItem, id: ActivityId): FirstOfDay => ({
  all: day_first === id,
  shared: shared_day_first === id,
});

function changesOf({ id, type, documentId, reader, isShared, share_id, accepted_at }: ReadingOfReader) {
  const counted = type === 'viewed' ? 'views' : 'downloads';
  return {
    set: {
      latest: id,
      [table.timeToLive]: activityEndsAt(id),
      ...(isShared && { shared_latest: id }),
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
    add: { [counted]: 1, ...(isShared && { [`shared_${counted}`]: 1 }) },
  };
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
 * Lists a page of a document's readers, newest first by their first reading. `all`: includes readings while the document was private.
 */
export async function listReaders(
  documentId: DocumentId,
  all: boolean,
  range: PageRange,
): Promise<Page<ReaderOfDocument>> {
  const list = { index: filterIndex, partition: readerList(documentId) };
  const { items: places, next } = await choosePage(
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
  const item = await readItem(documentReaderKey(documentId, nameOfReader({ user_id: userId })));
  return item && presented(item, all);
}

function presented(stored: Item, all: boolean): ReaderOfDocument | undefined {
  const item = z.parse(readerItem, stored);
  const { user_id, network, share_id = null, accepted_at = null } = item;
  const [first, latest] = all ? [item.first, item.latest] : [item.shared_first, item.shared_latest];
  return (
    first &&
    latest && {
      reader: nameOfReader(user_id === null ? { network } : { user_id }),
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
