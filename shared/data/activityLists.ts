import type { ActorId, DocumentId, OrganizationId, Ulid } from '../contract/identifiers.ts';
import { type ActivityItem, activityItem } from './activity.ts';
import { unsealedSince } from './chains.ts';
import { type DocumentItem, getDocuments } from './documents.ts';
import type { EventReader } from './eventLists.ts';
import { type EventItem, getEvents, isExpired, parseEvent } from './events.ts';
import { firstUlidAt } from './ids.ts';
import {
  activityByActor,
  activityList,
  activityOfDocument,
  eventIdIn,
  eventList,
  typeInPlace,
} from './keys.ts';
import { listEverMembers } from './organizations.ts';
import {
  type LookedAt,
  look,
  lookAt,
  lookedAtMax,
  merged,
  type PageRange,
  type Placed,
  pageOf,
} from './pages.ts';
import { parseItem, placedInFilter } from './parse.ts';
import { type Item, readAll } from './read.ts';
import { filterIndex, listIndex } from './table.ts';

/** A page of entries, newest first. `next` is the position of the last one when more follow. */
export interface ActivityPage {
  readonly entries: ActivityItem[];
  readonly next: Ulid | undefined;
}

interface ActivityRange extends PageRange {
  /** Whose acts are wanted. Default: everybody's */
  readonly actor?: ActorId | undefined;
}

type EntryOf = (event: EventItem) => ActivityItem;

type Governed = Pick<DocumentItem, 'id' | 'organization_id' | 'access_level' | 'created_by'>;

/** Returns the list that belongs to a document as it is now. Its entries stay where they were written. */
export function listOfDocument({ organization_id, access_level, created_by }: Governed): string {
  if (organization_id === null) return activityList.personal(created_by.id);
  return access_level === 'private'
    ? activityList.private(organization_id, created_by.id)
    : activityList.organization(organization_id);
}

/**
 * Lists a page of a document's activity, as one of those who manage it sees it: but for its creator, without what is from when it
 * was private.
 *
 * @param entryOf returns the entry of an event. Default: events that have no entry yet are left out
 */
export async function listActivityOf(
  { id, organization_id, created_by }: Governed,
  readerId: ActorId,
  { actor, ...range }: ActivityRange,
  entryOf?: EntryOf,
): Promise<ActivityPage> {
  const isCreator = created_by.id === readerId;
  const ofActor = (item: Item) => actor === undefined || item.actor_id === actor;
  const isShared = (item: Item) =>
    organization_id !== null && item[listIndex.partitionKey] === activityList.organization(organization_id);
  const isWanted = (entry: ActivityItem) => entry.document_id === id && ofActor(entry);
  const untold =
    entryOf && organization_id !== null
      ? await findUnsealed(partitionsFor(organization_id, isCreator && readerId), range)
      : [];
  const [acts, unsealed] = await Promise.all([
    lookAt([{ partition: activityOfDocument(id) }], range, actor === undefined ? range.limit + 1 : undefined),
    entryOf && lookAtUnsealed(untold, range, entryOf, isWanted),
  ]);
  const chosen = acts.items.filter(({ item }) => (isCreator || isShared(item)) && ofActor(item));
  const { items, end } = merged([...(unsealed ? [unsealed] : []), { ...acts, items: chosen }]);
  const page = pageOf(items, end, range.limit);
  return {
    entries: page.items.map((item) => parseItem(activityItem, item, placedInFilter)),
    next: page.next,
  };
}

/** What readers do has an entry from the beginning, and its event is written with that. */
const readingEvents: readonly string[] = ['document.viewed', 'document.downloaded', 'policy.acknowledged'];
const isOfReading = ({ item }: Placed<Item>): boolean => readingEvents.includes(typeInPlace(item));

/**
 * Lists a page of an organization's activity: the entries, and in their place those of events that have none yet. What is about a
 * document that is private by now is shown to its creator alone. `entryOf` returns the entry of an event.
 */
export async function listActivityIn(
  reader: EventReader,
  { actor, ...range }: ActivityRange,
  entryOf: EntryOf,
): Promise<ActivityPage> {
  const found =
    actor === undefined
      ? await lookAtEverything(reader, range)
      : await lookAtActs(reader, actor, range, entryOf);
  const page = pageOf(
    found.items.filter((placed) => !isOfReading(placed)),
    found.end,
    range.limit,
  );
  const entries = await entriesAt(page.items, entryOf);
  const hidden = await privateToOthers(reader, entries);
  return {
    entries: entries.filter(({ document_id }) => document_id === null || !hidden.has(document_id)),
    next: page.next,
  };
}

/** Returns which documents of entries are private now, and not the reader's. */
async function privateToOthers(
  { user_id }: EventReader,
  entries: readonly ActivityItem[],
): Promise<ReadonlySet<DocumentId>> {
  const documents = await getDocuments(entries.flatMap(({ document_id }) => document_id ?? []));
  return new Set(
    documents
      .filter(({ access_level, created_by }) => access_level === 'private' && created_by.id !== user_id)
      .map(({ id }) => id),
  );
}

/** The partitions of an organization's lists, and of those that are `person`'s alone. */
const partitionsFor = (organizationId: OrganizationId, person: ActorId | false) => ({
  activity: [
    activityList.organization(organizationId),
    ...(person ? [activityList.private(organizationId, person)] : []),
  ],
  events: [eventList.shared(organizationId), ...(person ? [eventList.private(organizationId, person)] : [])],
});
const partitionsOf = ({ organization_id, user_id }: EventReader) => partitionsFor(organization_id, user_id);

/** An entry that is there counts rather than its event. */
const lookAtEverything = (reader: EventReader, range: PageRange): Promise<LookedAt> => {
  const { activity, events } = partitionsOf(reader);
  return lookAt(
    [
      ...events.map((partition) => ({ index: filterIndex, partition })),
      ...activity.map((partition) => ({ index: listIndex, partition })),
    ],
    range,
    range.limit + 1,
  );
};

/** The events of one list that may have no entries of their own yet, which they get within minutes, when they are sealed. */
interface Unsealed {
  readonly partition: string;
  readonly from: Ulid;
}

/** Finds since when lists have such events. Whoever looks at entries does so afterwards: what is sealed by now is among those. */
async function findUnsealed(
  { activity, events }: ReturnType<typeof partitionsFor>,
  { from }: PageRange,
): Promise<Unsealed[]> {
  const since = await unsealedSince(activity);
  return events.map((partition, index) => ({ partition, from: later(from, firstUlidAt(since[index] ?? 0)) }));
}

/** Returns the entries that events will have which are wanted: whose act one tells of, and of which document, is in its body. */
async function lookAtUnsealed(
  lists: readonly Unsealed[],
  range: PageRange,
  entryOf: EntryOf,
  isWanted: (entry: ActivityItem) => boolean,
): Promise<LookedAt> {
  const { items, end } = merged(
    await Promise.all(
      lists.map(({ partition, from }) => lookAt([{ index: filterIndex, partition }], { ...range, from })),
    ),
  );
  const told = items.filter((placed) => !isOfReading(placed));
  const found = await getEvents(...told.map(({ position }) => `evt_${position}` as const));
  const entries = told.flatMap(({ position }, index) => {
    const event = found[index];
    return event ? { position, item: entryOf(event) } : [];
  });
  return { items: entries.filter(({ item }) => isWanted(item)), end };
}

async function lookAtActs(
  reader: EventReader,
  actor: ActorId,
  range: PageRange,
  entryOf: EntryOf,
): Promise<LookedAt> {
  const partitions = partitionsOf(reader);
  const untold = await findUnsealed(partitions, range);
  const [acts, unsealed] = await Promise.all([
    lookAt(
      partitions.activity.map((partition) => ({
        index: filterIndex,
        partition: activityByActor(partition, actor),
      })),
      range,
      range.limit + 1,
    ),
    lookAtUnsealed(untold, range, entryOf, (entry) => entry.actor_id === actor),
  ]);
  return merged([unsealed, acts]);
}

const later = (a: Ulid | undefined, b: Ulid): Ulid => (a !== undefined && a > b ? a : b);

/** Reads what the items of a page stand for; those of the filter index are keys. */
async function entriesAt(items: readonly Item[], entryOf: EntryOf): Promise<ActivityItem[]> {
  const read = await readAll(items.map((item) => (item.id === undefined ? keyIn(item) : null)));
  return items.flatMap((item, index) => {
    const stored = item.id === undefined ? read[index] : item;
    // Since the index was read, it may have expired.
    if (!stored || isExpired(stored)) return [];
    const event = eventIdIn(keyIn(item)) && parseEvent(stored);
    return event ? entryOf(event) : parseItem(activityItem, stored, placedInFilter);
  });
}

const keyIn = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

/** Lists all activity of an organization, that of private documents included, some at a time, newest first of each list: for operators. */
export async function* listEveryActivity(organizationId: OrganizationId): AsyncGenerator<ActivityItem[]> {
  const people = await listEverMembers(organizationId);
  const ofPeople = people.map((userId) => activityList.private(organizationId, userId));
  for (const partition of [activityList.organization(organizationId), ...ofPeople]) {
    let after: Ulid | undefined;
    do {
      const { items, end } = await look({ index: listIndex, partition }, { after, limit: lookedAtMax });
      yield items.map(({ item }) => parseItem(activityItem, item, placedInFilter));
      after = end;
    } while (after !== undefined);
  }
}
