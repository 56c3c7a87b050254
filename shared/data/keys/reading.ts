import {
  type ActivityId,
  type ActorId,
  type DocumentId,
  type RoomId,
  type Ulid,
  ulidOf,
  type VersionId,
} from '../../contract/identifiers.ts';
import { type Key, ofReadings } from './key.ts';

/** A document or a room, for which a reader accepts a text. */
export type AcceptedFor = DocumentId | RoomId;

/** The partition of a document or a room: the keys of a room's own items are in `rooms.ts`. */
const ofAccepted = (id: AcceptedFor, sk: string): Key => ({
  pk: `${id.startsWith('room_') ? 'ROOM' : 'DOC'}#${ulidOf(id)}`,
  sk,
});

/** A reader's acceptance of a text for a document or a room. `reader`: a person's id, or the stored hash of a browser's cookie. */
export const acknowledgementPrefix = 'ACKNOWLEDGED#';
export const acknowledgementKey = (acceptedFor: AcceptedFor, textHash: string, reader: string): Key =>
  ofAccepted(acceptedFor, `${acknowledgementPrefix}${textHash}#${reader}`);

/** A text that somebody accepted for a document or a room. */
export const acknowledgedTextPrefix = 'TEXT#';
export const acknowledgedTextKey = (acceptedFor: AcceptedFor, textHash: string): Key =>
  ofAccepted(acceptedFor, acknowledgedTextPrefix + textHash);

/** The views of one document in one calendar minute, counted from the epoch, by people without an account from one network. */
export interface ViewsOfMinute {
  readonly document_id: DocumentId;
  readonly minute: number;
  readonly network: string;
}

const ofViews = ({ document_id, minute, network }: ViewsOfMinute, kind: string, end = ''): Key => ({
  pk: `VIEWS#${ulidOf(document_id)}`,
  sk: `${kind}#${minute}#${network}${end}`,
});

/** This item says that the first of these views has an event. */
export const firstViewKey = (views: ViewsOfMinute): Key => ofViews(views, 'FIRST');

/** Counters of the other views. Each process that records views has its own, named by a ULID. */
export const viewCounterKey = (views: ViewsOfMinute, counterId: Ulid): Key =>
  ofViews(views, 'COUNTER', `#${counterId}`);

/** The common prefix of the keys of these counters. No item has this key. */
export const viewCountersKey = (views: ViewsOfMinute): Key => ofViews(views, 'COUNTER', '#');

/** Returns the views that a counter's key names; undefined for other keys. */
export function countedViewsIn({ pk, sk }: Key): ViewsOfMinute | undefined {
  const [, document, minute, network] = /^VIEWS#(\w+) COUNTER#(\d+)#([^#]+)#\w+$/.exec(`${pk} ${sk}`) ?? [];
  return document && minute && network
    ? { document_id: `doc_${document}`, minute: Number(minute), network }
    : undefined;
}

/** The state of the pictures of a version's pages. It has its own partition, because the functions that show pages write there. */
export const preparedPagesKey = (versionId: VersionId): Key => ({
  pk: `PAGES#${ulidOf(versionId)}`,
  sk: 'PAGES',
});

/** A reader's copy of a version, with their watermark. The partition belongs to the reader, whose number of copies is limited. */
export const stampedCopyKey = (reader: ActorId, versionId: VersionId): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COPY#${ulidOf(versionId)}`,
});

/** The number of copies made for a reader in a span of time. */
export const stampedCountKey = (reader: ActorId, window: number): Key => ({
  pk: `STAMPED#${ulidOf(reader)}`,
  sk: `COUNT#${window}`,
});

/** A view of a document's page. The entry of the view is another item, which never changes. */
export const viewKey = (documentId: DocumentId, viewId: ActivityId): Key =>
  ofReadings(documentId, ulidOf(viewId));

/** The latest direct view: a reader got a version without opening the page of the document. */
export const directViewKey = (documentId: DocumentId, versionId: VersionId, reader: string): Key =>
  ofReadings(documentId, `DIRECT#${ulidOf(versionId)}#${reader}`);

export const dayPrefix = 'DAY#';

/** The counts of a document's readings on a day of UTC, such as 2026-11-22. */
export const dayCountsKey = (documentId: DocumentId, day: string): Key =>
  ofReadings(documentId, dayPrefix + day);

/** The beginning of the sort keys of all items about one reader. */
export const anyReader = 'READER';

/** What a reader read of a document. `reader`: the id of a person or service account, or the network of people without an account. */
export const documentReaderKey = (documentId: DocumentId, reader: string): Key =>
  ofReadings(documentId, `${anyReader}#${reader}`);

/** The partition of the index `filter` with all readers of a document, by their first reading. */
export const readerList = (documentId: DocumentId): string => `READERS#${ulidOf(documentId)}`;

/** The beginnings of the sort keys of all that a version has of readings. */
export const prefixesOfVersion = (versionId: VersionId): [seen: string, reached: string] => [
  `${anyReader}PAGES#${ulidOf(versionId)}#`,
  `REACHED#${ulidOf(versionId)}#`,
];

/** A time when only the creator saw a document, or one when others did. */
type During = 'PRIVATE' | 'SHARED';

/** The number of views that reached each page of a version. Views while the document was private have an item of their own. */
export const reachedPagesKey = (documentId: DocumentId, versionId: VersionId, during: During): Key =>
  ofReadings(documentId, prefixesOfVersion(versionId)[1] + during);

type OfReader = [documentId: DocumentId, versionId: VersionId, during: During, reader: string];

/** The seconds of pages of a version for a reader. Those while the document was private have an item of their own. */
export const seenPagesKey = (...[documentId, versionId, during, reader]: OfReader): Key =>
  ofReadings(documentId, `${prefixesOfVersion(versionId)[0]}${during}#${reader}`);

/** The pages of a version whose pictures a reader requested, in the same way. */
export const fetchedPagesKey = (...[documentId, versionId, during, reader]: OfReader): Key =>
  ofReadings(documentId, `${prefixesOfVersion(versionId)[0]}${during}#${reader}#FETCHED`);

/** The range of the sort keys of all items except views. The sort keys of views begin with a digit, all others with a capital letter. */
export const besideViews = { from: 'A', to: '[' } as const;
