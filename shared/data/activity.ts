import * as z from 'zod/mini';
import { commitmentOf, newPersonal, type Personal } from '../audit/canonical.ts';
import { userType } from '../contract/enumerations.ts';
import {
  activityId,
  actorId,
  documentId,
  organizationId,
  policyId,
  type Ulid,
  ulid,
  versionId,
} from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { environment } from '../environment.ts';
import { markChain } from './chains.ts';
import { type Change, type Committed, commit, creation, transact, type Write } from './commit.ts';
import { ConflictError } from './conflict.ts';
import { newId, timeOf } from './ids.ts';
import { activityKey, activityPlace } from './keys.ts';
import { type Item, queryItems, readItem } from './read.ts';
import { listIndex, table } from './table.ts';

const personalPart = z.object({
  salt: z.string(),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
});

/**
 * An entry of activity: who did what, when and with which credential. It is written once and never changed, but that a person's name
 * and address may be erased. All of it is hashed when it is sealed (`shared/activity`), but `personal` and the time at which it goes.
 */
export const activityItem = z.object({
  id: activityId,
  type: z.string(),
  /** null: it is about a document outside of any organization. */
  organization_id: z.nullable(organizationId),
  /** null: somebody without an account, the service itself, or its operators. */
  actor_id: z.nullable(actorId),
  actor_type: z.nullable(userType),
  /** Whether they acted as service staff, from outside the organization. */
  staff: z.boolean(),
  /** The key or session that was used, as logs name it; `command_line`: an operator's. */
  credential: z.nullable(z.string()),
  document_id: z.nullable(documentId),
  version_id: z.nullable(versionId),
  policy_id: z.nullable(policyId),
  /** What else there is to say: ids, numbers and words of the service, no names or addresses. */
  details: z.record(z.string(), z.unknown()),
  /** The commitment to `personal`, which may be gone. */
  personal_sha256: z.string(),
  personal: z.optional(personalPart),
  [table.timeToLive]: z.int(),
});
export type ActivityItem = z.infer<typeof activityItem>;

export interface NewActivity
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

export { activityList } from './keys.ts';

const activityDays = /* @__PURE__ */ environment('activityDays');

const daySeconds = 24 * 60 * 60;

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
    [table.timeToLive]: Math.floor(timeOf(id) / 1000) + Number(activityDays()) * daySeconds,
  };
}

/** Entries that are read at a time: as many as an answer of DynamoDB holds. */
const entriesARead = 1000;

/** An entry as it is stored: to be hashed with all of its attributes, also those that this release does not know. */
export interface StoredActivity {
  readonly ulid: Ulid;
  readonly expires_at_seconds: number;
  readonly item: Item;
}

const storedActivity = z.object({ [listIndex.sortKey]: ulid, [table.timeToLive]: z.int() });

export function storedActivityOf(item: Item): StoredActivity {
  const { list_sk, expires_at_seconds } = z.parse(storedActivity, item);
  return { ulid: list_sk, expires_at_seconds, item };
}

/** Lists the entries of one list from a place on, before `to`, oldest first, some at a time: for who seals and verifies them. */
export async function* listActivityBetween(
  partition: string,
  from: Ulid,
  to: Ulid,
): AsyncGenerator<StoredActivity[]> {
  for (let start: string = from; ; ) {
    const items = await queryItems(
      {
        IndexName: listIndex.name,
        KeyConditionExpression: '#list = :list AND #place BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#list': listIndex.partitionKey, '#place': listIndex.sortKey },
        ExpressionAttributeValues: { ':list': partition, ':from': start, ':to': to },
      },
      entriesARead,
    );
    const entries = items.map(storedActivityOf);
    yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < entriesARead) return;
    // Nothing has a place between this one and the next.
    start = `${last.ulid}~`;
  }
}

/** Returns an entry as it is stored in a list. */
const placed = (entry: ActivityItem, partition: string) => ({
  ...entry,
  ...activityKey(entry.id, entry.document_id, partition),
  ...activityPlace(partition, entry.id, entry.actor_id),
});

/**
 * Copies entries into a list that may have some of them, and returns all as they are stored. The first copy stays, whoever made it:
 * a salt is drawn for each.
 */
export async function copyActivity(
  entries: readonly ActivityItem[],
  partition: string,
): Promise<StoredActivity[]> {
  const copies: StoredActivity[] = [];
  for (let start = 0; start < entries.length; start += copiesAtOnce) {
    const some = entries.slice(start, start + copiesAtOnce);
    copies.push(...(await Promise.all(some.map((entry) => copyOne(entry, partition)))));
  }
  return copies;
}

/** Fewer than the SDK's connections, with those of other chains. */
const copiesAtOnce = 5;

async function copyOne(entry: ActivityItem, partition: string): Promise<StoredActivity> {
  try {
    await commit([createActivity(entry, partition)]);
    return storedActivityOf(placed(entry, partition));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const item = await readItem(activityKey(entry.id, entry.document_id, partition));
    return storedActivityOf(item ?? placed(entry, partition));
  }
}

/** Returns whether an entry of a list is stored where its own words say that it is. */
export const isInPlace = (item: Item, partition: string): boolean => {
  const { data: entry } = z.safeParse(activityItem, item);
  if (!entry) return false;
  const place = {
    ...activityKey(entry.id, entry.document_id, partition),
    ...activityPlace(partition, entry.id, entry.actor_id),
  };
  return Object.entries(place).every(([name, value]) => item[name] === value);
};

/** What an entry says of a person, as long as it was not erased. */
export const personalIn = (item: Item): Personal | undefined =>
  z.safeParse(z.object({ personal: personalPart }), item).data?.personal;

/** Creates an entry in a list (`activityList`). */
export const createActivity = (entry: ActivityItem, partition: string): Write<ActivityItem> =>
  creation(activityKey(entry.id, entry.document_id, partition), placed(entry, partition));

/** The entry of an act, in its list. Only `shared/events` makes them. */
export interface Act {
  readonly entry: Write<ActivityItem>;
  readonly list: string;
}

export const actIn = (list: string, entry: ActivityItem): Act => ({
  entry: createActivity(entry, list),
  list,
});

/**
 * Commits what somebody does with the entries that record it, all or nothing, for what no event tells of. Throws what `commit`
 * throws. A change that nobody is told of can be committed in no other way.
 */
export async function commitWithActs<const W extends readonly (Write | Change)[]>(
  acts: readonly [Act, ...Act[]],
  writes: W,
): Promise<Committed<W>> {
  await Promise.all([...new Set(acts.map(({ list }) => list))].map((list) => markChain(list)));
  const committed = await transact([...writes, ...acts.map(({ entry }) => entry)]);
  return committed.slice(0, writes.length) as Committed<W>;
}
