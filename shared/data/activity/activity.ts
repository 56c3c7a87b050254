import * as z from 'zod/mini';
import { commitmentOf, newPersonal, type Personal } from '../../audit/canonical.ts';
import { daySeconds } from '../../contract/days.ts';
import { userType } from '../../contract/enumerations.ts';
import {
  type ActivityId,
  activityId,
  actorId,
  type DocumentId,
  documentId,
  organizationId,
  policyId,
  type RoomId,
  roomId,
  type Ulid,
  ulid,
  versionId,
} from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { environment } from '../../runtime/environment.ts';
import {
  activityKey,
  activityList,
  activityOfDocument,
  activityPlace,
  personalActivityPrefix,
} from '../keys/activity.ts';
import { type Change, creation } from '../table/commit.ts';
import { newId, timeOf } from '../table/ids.ts';
import { between, type Item, inIndex, queryPages } from '../table/read.ts';
import { filterIndex, listIndex, table } from '../table/table.ts';

const personalPart = z.object({
  salt: z.string(),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
});

/**
 * An entry of activity: who did what, when and with which credential. It is written once and never changed, except that the person's name
 * and address may be erased. Sealing (`functions/workers/sealActivity`) hashes everything but `personal` and the expiry time.
 */
export const activityItem = z.object({
  id: activityId,
  type: z.string(),
  /** null: the entry is about a document outside of any organization. */
  organization_id: z.nullable(organizationId),
  /** null: a visitor without an account, the service itself, or an operator. */
  actor_id: z.nullable(actorId),
  actor_type: z.nullable(userType),
  /** Whether the actor acted as service staff, from outside the organization. */
  staff: z.boolean(),
  /** The API key or session, by its name in logs; `command_line`: an operator. */
  credential: z.nullable(z.string()),
  document_id: z.nullable(documentId),
  version_id: z.nullable(versionId),
  policy_id: z.nullable(policyId),
  /** Further details: ids, numbers and words of the service, no names or addresses. */
  details: z.record(z.string(), z.unknown()),
  /** The commitment to `personal`, which may have been erased. */
  personal_sha256: z.string(),
  personal: z.optional(personalPart),
  [table.timeToLive]: z.int(),
});
export type ActivityItem = z.infer<typeof activityItem>;

interface NewActivity
  extends Pick<
    ActivityItem,
    'type' | 'organization_id' | 'document_id' | 'version_id' | 'policy_id' | 'details' | 'credential'
  > {
  /** Default: a new one */
  readonly id?: ActivityItem['id'];
  readonly actor: User | null;
  readonly staff: boolean;
  /** The address that the request came from, truncated. Default: it is not kept */
  readonly address?: string | null;
}

export { activityList, activityOfDocument } from '../keys/activity.ts';

const activityDays = /* @__PURE__ */ environment('activityDays');

/** Returns the time when an entry expires, in epoch seconds. */
export const activityEndsAt = (id: ActivityId): number =>
  Math.floor(timeOf(id) / 1000) + Number(activityDays()) * daySeconds;

/** Returns a new entry. Its time is in its id. */
export function newActivity({
  id = newId('act'),
  actor,
  address = null,
  ...given
}: NewActivity): ActivityItem {
  const personal = newPersonal({ name: actor?.name ?? null, address });
  return {
    ...given,
    id,
    actor_id: actor?.id ?? null,
    actor_type: actor?.type ?? null,
    personal_sha256: commitmentOf(personal),
    personal,
    [table.timeToLive]: activityEndsAt(id),
  };
}

/** An entry as it is stored. Sealing hashes all of its attributes, also attributes that this release does not know. */
interface StoredActivity {
  readonly ulid: Ulid;
  readonly expires_at_seconds: number;
  readonly item: Item;
}

const storedActivity = z.object({ [listIndex.sortKey]: ulid, [table.timeToLive]: z.int() });

/** Some entries of a list. `unreadable`: items without a ULID or a time to live, which cannot be sealed. The service writes no such items. */
interface SomeActivity {
  readonly entries: readonly StoredActivity[];
  readonly unreadable: readonly Item[];
}

function someActivityOf(items: readonly Item[]): SomeActivity {
  const entries: StoredActivity[] = [];
  const unreadable: Item[] = [];
  for (const item of items) {
    const { data } = z.safeParse(storedActivity, item);
    if (data) entries.push({ ulid: data.list_sk, expires_at_seconds: data.expires_at_seconds, item });
    else unreadable.push(item);
  }
  return { entries, unreadable };
}

/** Lists the entries of a list from `from` to `to`, oldest first, in batches: for sealing. */
export async function* listActivityBetween(
  partition: string,
  from: Ulid,
  to: Ulid,
): AsyncGenerator<SomeActivity> {
  if (from >= to) return;
  const range = { ':from': from, ':to': to };
  for await (const items of queryPages(inIndex(listIndex, partition, '#sort BETWEEN :from AND :to', range)))
    yield someActivityOf(items);
}

/**
 * Lists the entries of a list from `from` on, oldest first, in batches: for verifying. The range has no end, because lists also show
 * entries with a time in the future, which are not sealed yet.
 */
export async function* listActivityFrom(partition: string, from: Ulid): AsyncGenerator<SomeActivity> {
  for await (const items of queryPages(inIndex(listIndex, partition, '#sort >= :from', { ':from': from })))
    yield someActivityOf(items);
}

/** Lists all entries in a document's partition from `from` on, in batches: for verifying. Some of them may be in no other list. */
export const listStoredActivityOf = (documentId: DocumentId, from: Ulid): AsyncGenerator<Item[]> =>
  queryPages(between({ pk: activityOfDocument(documentId) }, from, '~'));

/** The key of an entry, and its places in the indexes. */
const placeOf = ({ id, document_id, actor_id }: ActivityItem, partition: string) => ({
  ...activityKey(id, document_id, partition),
  ...activityPlace(partition, id, actor_id),
});

/** Returns whether an entry of a list is stored at the place that its own attributes give. */
export const isInPlace = (item: Item, partition: string): boolean => {
  const { data: entry } = z.safeParse(activityItem, item);
  if (!entry || !isListOf(partition, entry.organization_id)) return false;
  return Object.entries(placeOf(entry, partition)).every(([name, value]) => item[name] === value);
};

/** Returns whether an item has a place in a list that is sealed. Lists do not show items without such a place. */
export function hasPlace(item: Item): boolean {
  const partition = String(item[listIndex.partitionKey]);
  const { [filterIndex.partitionKey]: byActor = `${partition}#` } = item;
  return (
    item[listIndex.sortKey] === item.sk &&
    isListOf(partition, item.organization_id) &&
    String(byActor).startsWith(`${partition}#`)
  );
}

/**
 * Returns whether a partition is a list of an organization's activity. If `organization_id` is null: whether it is the list of a person's
 * activity outside of any organization.
 */
function isListOf(partition: string, organization_id: unknown): boolean {
  const { data: id } = z.safeParse(organizationId, organization_id);
  if (id === undefined) return organization_id === null && partition.startsWith(personalActivityPrefix);
  const shared = activityList.organization(id);
  return partition === shared || partition.startsWith(`${shared}#`);
}

/** Returns the personal part of an entry; undefined when it was erased. */
export const personalIn = (item: Item): Personal | undefined =>
  z.safeParse(z.object({ personal: personalPart }), item).data?.personal;

/** Returns the room of an entry, which is in its details; null: the act was not in a room. */
export const roomOf = ({ details }: Pick<ActivityItem, 'details'>): RoomId | null =>
  z.safeParse(roomId, details.room_id).data ?? null;

/** Creates an entry in a list (`activityList`). */
export const createActivity = (entry: ActivityItem, partition: string): Change<ActivityItem> =>
  creation(placeOf(entry, partition), entry);
