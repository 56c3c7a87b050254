import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import {
  type ActorId,
  actorId,
  type EventId,
  type OrganizationId,
  webhookId,
} from '../../contract/identifiers.ts';
import { utcTime } from '../../contract/text.ts';
import { eventInPlace, eventKey, eventList, eventPlace } from '../keys/webhooks.ts';
import { duePlace } from '../keys/work.ts';
import { type Bookkeeping, bookkeeping, type Change, creation, replacement } from '../table/commit.ts';
import { createdAt } from '../table/ids.ts';
import { parseItem, placedInFilter } from '../table/parse.ts';
import { type Item, readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import { sendGraceMilliseconds } from '../work/due.ts';

/** Events and their deliveries are kept for this long, to be looked up and sent again. */
export const eventLifetimeSeconds = 30 * daySeconds;

/** An event as stored. Its id, type, time and organization are in its key and in its place in the list of events. */
const eventItem = z.object({
  /** The person whose endpoints receive the event. Absent: all endpoints of the organization receive it. */
  visible_to: z.optional(actorId),
  /** The endpoint that the event is about, which does not receive it. */
  not_told_to: z.optional(webhookId),
  /** The event's `actor` and `data`, as a JSON object. */
  body: z.string(),
  /** Absent when fan-out is done or not needed. */
  due_at_ms: z.optional(z.int()),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});

/** An event of an organization, committed with the change that it reports. */
export interface EventItem extends Omit<z.infer<typeof eventItem>, 'visible_to'> {
  readonly id: EventId;
  readonly organization_id: OrganizationId;
  readonly type: string;
  /**
   * The person whose endpoints receive it, because a webhook must not show documents to people who may not read them; null: all endpoints
   * of the organization receive it.
   */
  readonly visible_to: ActorId | null;
}

/** Returns whether an item has expired: DynamoDB removes it some time later. */
export const isExpired = (item: Record<string, unknown>, now = Date.now()): boolean =>
  Number(item[table.timeToLive]) * 1000 <= now;

/** Reads events by their ids, in one strongly consistent round trip; undefined for events that are gone. */
export async function getEvents(...ids: readonly EventId[]): Promise<(EventItem | undefined)[]> {
  const found = await readAll(ids.map(eventKey));
  return found.map(parseEvent);
}

/** Returns an event as it was read; undefined for an event that has expired. */
export function parseEvent(item: Item | undefined): EventItem | undefined {
  if (!item || isExpired(item)) return undefined;
  const { visible_to = null, ...stored } = parseItem(eventItem, item, placedInFilter);
  return { ...eventInPlace(item), visible_to, ...stored };
}

function storedForm({
  id: _id,
  organization_id: _organization,
  type: _type,
  visible_to,
  ...event
}: EventItem) {
  return { ...event, ...(visible_to !== null && { visible_to }) };
}

/** Returns the bytes that every delivery of an event signs and sends, and that `GET /v1/events` shows. */
export const payloadOf = ({ id, type, organization_id, body }: EventItem): string =>
  `${JSON.stringify({ id, type, timestamp: createdAt(id), organization_id }).slice(0, -1)},${timesInUtc(body.slice(1))}`;

/** Events of earlier releases have the times of shares and rules as people sent them. In JSON, no text contains this pattern. */
const timesInUtc = (json: string): string =>
  json.replaceAll(
    /"(expires_at|retain_until)":"([^"\\]*)"/g,
    (_, name: string, time: string) => `"${name}":"${utcTime(time)}"`,
  );

/** Returns the first state of an event. It is due for fan-out: if no worker is called, the sweep calls one. `now`: epoch milliseconds. */
export const newEvent = (
  given: Pick<EventItem, 'id' | 'organization_id' | 'type' | 'visible_to' | 'body'>,
  now: number,
): EventItem => ({
  ...given,
  due_at_ms: now + sendGraceMilliseconds,
  [table.timeToLive]: Math.floor(now / 1000) + eventLifetimeSeconds,
  revision: 1,
});

/** Returns an event without fan-out, because there is no endpoint, or its deliveries are committed with it. */
export const withoutFanOut = ({ due_at_ms: _none, ...event }: EventItem): EventItem => event;

/** Creates an event. It is committed with the record of its change. */
export const createEvent = (event: EventItem): Change<object> => creation(placeOf(event), storedForm(event));

/** Replaces a loaded event whose fan-out changed. The commit is a conflict if the stored event has changed since it was loaded. */
export const replaceEvent = (event: EventItem): Bookkeeping<object> =>
  bookkeeping('delivery', replacement(placeOf(event), storedForm(event)));

/** The key of an event, and its place in the list of its organization or of the one person who sees it. */
const placeOf = ({ id, organization_id, type, visible_to, due_at_ms }: EventItem) => ({
  ...eventKey(id),
  ...eventPlace(
    visible_to === null ? eventList.shared(organization_id) : eventList.private(organization_id, visible_to),
    id,
    type,
  ),
  ...duePlace(id, due_at_ms),
});
