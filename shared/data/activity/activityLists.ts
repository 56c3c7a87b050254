import type { ActivityType } from '../../contract/activityTypes.ts';
import { type ActorId, type OrganizationId, ulidOf } from '../../contract/identifiers.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { activityByActor, activityList, activityOfDocument } from '../keys/activity.ts';
import { listEverMembers } from '../organizations/organizations.ts';
import {
  chooseListPage,
  itemsReadMax,
  type ListPage,
  type ListRange,
  listPageOf,
  type MergedList,
  readListPage,
  readThrough,
} from '../table/listPages.ts';
import { parseItem, placedInFilter } from '../table/parse.ts';
import { type Item, readAll } from '../table/read.ts';
import { filterIndex, listIndex } from '../table/table.ts';
import type { EventReader } from '../webhooks/eventLists.ts';
import { isExpired } from '../webhooks/events.ts';
import { type ActivityItem, activityItem, hasPlace } from './activity.ts';

export interface ActivityRange extends ListRange {
  /** Lists only the acts of this actor. Default: of all actors */
  readonly actor?: ActorId | undefined;
  /** Lists only entries of this type. Default: of all types */
  readonly type?: ActivityType | undefined;
}

type Governed = Pick<DocumentItem, 'id' | 'organization_id' | 'access_level' | 'created_by'>;

/** Returns the list for new entries about a document in its present state. Earlier entries stay in the list in which they were written. */
export function listOfDocument({ organization_id, access_level, created_by }: Omit<Governed, 'id'>): string {
  if (organization_id === null) return activityList.personal(created_by.id);
  return access_level === 'private'
    ? activityList.private(organization_id, created_by.id)
    : activityList.organization(organization_id);
}

/**
 * Lists a page of a document's activity, for somebody who manages the document. Only the creator sees entries from a time when the document
 * was private.
 */
export async function listActivityOf(
  { id, organization_id, created_by }: Governed,
  readerId: ActorId,
  { actor, type, ...range }: ActivityRange,
): Promise<ListPage<ActivityItem>> {
  const isCreator = created_by.id === readerId;
  const isShared = (item: Item) =>
    organization_id !== null && item[listIndex.partitionKey] === activityList.organization(organization_id);
  const isAsked = (item: Item) =>
    (actor === undefined || item.actor_id === actor) && (type === undefined || item.type === type);
  const { items, next } = await chooseListPage(
    [{ partition: activityOfDocument(id) }],
    range,
    (item) => (hasPlace(item) && (isCreator || isShared(item)) && isAsked(item) ? item : undefined),
    actor === undefined && type === undefined ? range.limit + 1 : undefined,
  );
  return { items: items.map(parseEntry), next };
}

export const parseEntry = (item: Item): ActivityItem => parseItem(activityItem, item, placedInFilter);

/**
 * Lists a page of an organization's activity, or of one actor's acts in it. The state of a document at the time of an entry decides who
 * sees the entry, and later changes of the document do not matter. If the document was private, only its creator of that time sees the
 * entry.
 */
export async function listActivityIn(
  { organization_id, user_id }: EventReader,
  { actor, type, ...range }: ActivityRange,
): Promise<ListPage<ActivityItem>> {
  const partitions = [
    activityList.organization(organization_id),
    activityList.private(organization_id, user_id),
  ];
  const lists = partitions.map((partition) =>
    actor === undefined
      ? { index: listIndex, partition }
      : { index: filterIndex, partition: activityByActor(partition, actor) },
  );
  if (actor !== undefined) return readActs(lists, type, range);
  const { items, next } =
    type === undefined
      ? await readListPage(lists, range, (item) => item)
      : await chooseListPage(lists, range, (item) => (item.type === type ? item : undefined));
  return { items: items.map(parseEntry), next };
}

/**
 * Lists a page of one actor's acts. The filter index has no types, so a filter by type reads the entries of as many keys as one request
 * brings, and chooses among these.
 */
async function readActs(
  lists: readonly MergedList[],
  type: ActivityType | undefined,
  range: ListRange,
): Promise<ListPage<ActivityItem>> {
  if (type === undefined) {
    const { items, next } = await readListPage(lists, range, (item) => item);
    return { items: await readEntries(items), next };
  }
  const keys = await chooseListPage(
    lists,
    { ...range, limit: pageLimitMax },
    (item) => item,
    pageLimitMax + 1,
  );
  const chosen = (await readEntries(keys.items))
    .filter((entry) => entry.type === type)
    .map((item) => ({ position: ulidOf(item.id), item }));
  return listPageOf(chosen, keys.next, range.limit);
}

/** Reads the entries whose keys the filter index returned. */
async function readEntries(keys: readonly Item[]): Promise<ActivityItem[]> {
  const found = await readAll(keys.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  // An entry may have expired since the index was read.
  return found.flatMap((item) => (item && hasPlace(item) && !isExpired(item) ? parseEntry(item) : []));
}

/**
 * Lists all activity of an organization, including activity about private documents, in batches: for operators. The lists of activity
 * follow each other, each with its newest entry first.
 */
export async function* listEveryActivity(organizationId: OrganizationId): AsyncGenerator<ActivityItem[]> {
  const people = await listEverMembers(organizationId);
  const ofPeople = people.map((userId) => activityList.private(organizationId, userId));
  for (const partition of [activityList.organization(organizationId), ...ofPeople])
    for await (const entries of readThrough({ index: listIndex, partition }, itemsReadMax))
      yield entries.map(({ item }) => parseEntry(item));
}
