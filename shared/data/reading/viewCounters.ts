import * as z from 'zod/mini';
import { organizationId, type Ulid } from '../../contract/identifiers.ts';
import { activity } from '../../contract/resources/activity.ts';
import type { Key } from '../keys/key.ts';
import { firstViewKey, type ViewsOfMinute, viewCounterKey, viewCountersKey } from '../keys/reading.ts';
import { dueShardOf } from '../keys/work.ts';
import {
  attributeUpdate,
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalOfSeen,
} from '../table/commit.ts';
import { newUlid } from '../table/ids.ts';
import { queryItems, under } from '../table/read.ts';
import { dueIndex, table } from '../table/table.ts';
import { eventLifetimeSeconds } from '../webhooks/events.ts';

/**
 * Views by people without an account, of one document and from one network, within a minute. The first view has its own event, immediately.
 * The other views are counted, and share one event when the minute is over, because a visitor can open a page as often as they like.
 *
 * A counter is part of the transaction of each view, so that no view is lost. Each process has its own counters and adds one view at a
 * time, so that these transactions do not conflict. Counters are in the due index.
 */
export type { ViewsOfMinute } from '../keys/reading.ts';

const minuteMilliseconds = 60_000;
/** The event of a minute's views is due this long after its end, because clocks differ and a page takes a moment. */
const afterMinuteMilliseconds = 2000;
const hourSeconds = 3600;

/** Returns the calendar minute of a time in epoch milliseconds. */
export const minuteOf = (milliseconds: number): number => Math.floor(milliseconds / minuteMilliseconds);

/** Returns the time when the event of a minute's views is due, in epoch milliseconds. */
export const eventDueAt = ({ minute }: ViewsOfMinute): number =>
  (minute + 1) * minuteMilliseconds + afterMinuteMilliseconds;

/** Records that the first view has an event; conflicts when another view was the first. */
export const createFirstView = (views: ViewsOfMinute): Bookkeeping<object> =>
  bookkeeping(
    'views',
    creation(firstViewKey(views), {
      [table.timeToLive]: Math.floor(eventDueAt(views) / 1000) + hourSeconds,
    }),
  );

/** Returns a new counter's id. */
export const newCounterId = newUlid;

const viewCounter = z.object({
  pk: z.string(),
  sk: z.string(),
  organization_id: organizationId,
  view_count: z.int(),
  /** The entry of the last view that was counted. It has no room, because release 1.0.1 refuses an entry with one. */
  latest_view: z.omit(activity, { room_id: true }),
});
export type ViewCounter = z.infer<typeof viewCounter>;

/** Counts a view. `latest_view`: its entry. */
export const countView = (
  views: ViewsOfMinute,
  counterId: Ulid,
  { organization_id, latest_view }: Pick<ViewCounter, 'organization_id' | 'latest_view'>,
): Bookkeeping =>
  bookkeeping(
    'views',
    attributeUpdate(viewCounterKey(views, counterId), {
      UpdateExpression:
        `SET organization_id = :organization, latest_view = :view, ${dueIndex.partitionKey} = :shard, ` +
        `${dueIndex.sortKey} = :due, ${table.timeToLive} = :end ADD view_count :one`,
      ExpressionAttributeValues: {
        ':organization': organization_id,
        ':view': latest_view,
        ':shard': dueShardOf(`counter_${counterId}`),
        ':due': eventDueAt(views),
        ':end': Math.floor(eventDueAt(views) / 1000) + eventLifetimeSeconds,
        ':one': 1,
      },
    }),
  );

/** A transaction takes 100 items (Amazon DynamoDB, "TransactWriteItems"), and one is the event. */
const countersMax = 99;

/** Lists the counters of a minute's views, at most as many as one event can replace. */
export const listViewCounters = async (views: ViewsOfMinute): Promise<ViewCounter[]> => {
  const { pk, sk } = viewCountersKey(views);
  return (await queryItems(under({ pk }, sk), countersMax)).map((item) => z.parse(viewCounter, item));
};

/** Creates the event (`event`) for all counted views and removes their counters. Conflicts when a counter has changed. */
export const replaceCounters = (counters: readonly ViewCounter[], event: readonly Change[]): Bookkeeping[] =>
  [...event, ...counters.map(removalOfCounter)].map((write) => bookkeeping('views', write));

const removalOfCounter = ({ pk, sk, view_count }: ViewCounter) =>
  removalOfSeen({ pk, sk } satisfies Key, { view_count });
