import * as z from 'zod/mini';
import {
  actorId,
  type EventId,
  eventId,
  organizationId,
  type WebhookId,
  webhookId,
} from '../contract/identifiers.ts';
import { type Change, type Committed, creation, replacement, transact, type Write } from './commit.ts';
import { sendGraceMilliseconds } from './due.ts';
import { duePlace, eventKey } from './keys.ts';
import { readItems } from './read.ts';
import { table } from './table.ts';

/** How long events and what became of them are kept: to be looked up and sent again. */
export const eventLifetimeSeconds = 30 * 24 * 60 * 60;

/** An event of an organization, as it is committed with the change it tells of: the outbox. */
export const eventItem = z.object({
  id: eventId,
  organization_id: organizationId,
  type: z.string(),
  /**
   * null: for every endpoint of the organization. Otherwise for those that this person registered: nobody is told through
   * a webhook what they may not read.
   */
  visible_to: z.nullable(actorId),
  /** The bytes that every delivery signs and sends. */
  body: z.string(),
  /** The endpoints that it is being fanned out to; absent until that is decided, and then decided once. */
  webhook_ids: z.optional(z.array(webhookId)),
  /** How many of them have their delivery. */
  fanned_out: z.int(),
  /** When fan-out must be looked at again; absent when it is done. */
  due_at_ms: z.optional(z.int()),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});
export type EventItem = z.infer<typeof eventItem>;

/** What DynamoDB has not removed yet is gone all the same. */
export const isExpired = (item: Record<string, unknown>, now = Date.now()): boolean =>
  Number(item[table.timeToLive]) * 1000 <= now;

/** Events by their ids, in one strongly consistent round trip; undefined where there is none any more. */
export async function getEvents(...ids: readonly EventId[]): Promise<(EventItem | undefined)[]> {
  const found = await readItems(...ids.map(eventKey));
  return found.map(parseEvent);
}

export const parseEvent = (item: Record<string, unknown> | undefined): EventItem | undefined =>
  item && !isExpired(item) ? z.parse(eventItem, item) : undefined;

/** An event as it begins: to be fanned out, and looked at again by the sweep if nobody does. */
export const newEvent = (
  given: Pick<EventItem, 'id' | 'organization_id' | 'type' | 'visible_to' | 'body'>,
  now: number,
): EventItem => ({
  ...given,
  fanned_out: 0,
  due_at_ms: now + sendGraceMilliseconds,
  [table.timeToLive]: Math.floor(now / 1000) + eventLifetimeSeconds,
  revision: 1,
});

/** An event that is for these endpoints from the beginning: their deliveries are committed with it, and nobody fans it out. */
export const fannedOut = (
  { due_at_ms: _none, ...event }: EventItem,
  webhook_ids: WebhookId[],
): EventItem => ({
  ...event,
  webhook_ids,
  fanned_out: webhook_ids.length,
});

export const createEvent = (event: EventItem): Write<EventItem> => creation(placeOf(event), event);

/** The next state of an event that was loaded with `revision`. */
export const replaceEvent = (event: EventItem): Write<EventItem> => replacement(placeOf(event), event);

const placeOf = ({ id, due_at_ms }: EventItem) => ({ ...eventKey(id), ...duePlace(id, due_at_ms) });

declare const told: unique symbol;
/** The events that tell of one change; none where there is nobody who could hear of it. `tellingOf` makes it. */
export type Telling = readonly EventItem[] & { readonly [told]: true };

/** Only `shared/events`, which knows what each change is to be told as, calls this. */
export const tellingOf = (...events: readonly EventItem[]): Telling => events as Telling;

/**
 * Commits changes of what clients see with the events that tell of them (transactional outbox), all or nothing. Throws what
 * `commit` throws. Handlers and workers call `commitChange`, which has the events fanned out as well.
 */
export async function commitWithEvents<const W extends readonly (Write | Change)[]>(
  events: readonly EventItem[],
  writes: W,
): Promise<Committed<W>> {
  const committed = await transact([...writes, ...events.map(createEvent)]);
  return committed.slice(0, writes.length) as Committed<W>;
}
