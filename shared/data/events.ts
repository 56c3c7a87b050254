import * as z from 'zod/mini';
import { actorId, type EventId, eventId, organizationId, webhookId } from '../contract/identifiers.ts';
import { type Change, type Committed, creation, replacement, transact, type Write } from './commit.ts';
import { sendGraceMilliseconds } from './due.ts';
import { duePlace, eventKey, eventList, eventPlace } from './keys.ts';
import { parseItem } from './parse.ts';
import { readItems } from './read.ts';
import { table } from './table.ts';

/** Events and their deliveries are kept for this long, to be looked up and sent again. */
export const eventLifetimeSeconds = 30 * 24 * 60 * 60;

/** An event of an organization, as it is committed with the change it tells of: the outbox. */
export const eventItem = z.object({
  id: eventId,
  organization_id: organizationId,
  type: z.string(),
  /**
   * The person whose endpoints receive it, for a webhook tells nobody what they may not read; null: all endpoints of the
   * organization receive it.
   */
  visible_to: z.nullable(actorId),
  /** The endpoint that the event is about, which is not told of it. */
  not_told_to: z.optional(webhookId),
  /** The key or session that its actor used, which endpoints are not told of. Absent: it is not known, or there was none. */
  credential: z.optional(z.string()),
  /** The bytes that every delivery signs and sends. */
  body: z.string(),
  /** Absent when fan-out is done, or not called for. */
  due_at_ms: z.optional(z.int()),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});
export type EventItem = z.infer<typeof eventItem>;

/** Returns whether an item has expired: DynamoDB removes it some time later. */
export const isExpired = (item: Record<string, unknown>, now = Date.now()): boolean =>
  Number(item[table.timeToLive]) * 1000 <= now;

/** Reads events by their ids, in one strongly consistent round trip; undefined for those that are gone. */
export async function getEvents(...ids: readonly EventId[]): Promise<(EventItem | undefined)[]> {
  const found = await readItems(...ids.map(eventKey));
  return found.map(parseEvent);
}

export const parseEvent = (item: Record<string, unknown> | undefined): EventItem | undefined =>
  item && !isExpired(item) ? parseItem(eventItem, item) : undefined;

/** Returns the first state of an event: to be fanned out, by the sweep if nobody else does. */
export const newEvent = (
  given: Pick<EventItem, 'id' | 'organization_id' | 'type' | 'visible_to' | 'body' | 'credential'>,
  now: number,
): EventItem => ({
  ...given,
  due_at_ms: now + sendGraceMilliseconds,
  [table.timeToLive]: Math.floor(now / 1000) + eventLifetimeSeconds,
  revision: 1,
});

/** Returns an event that nobody fans out: there is no endpoint, or its deliveries are committed with it. */
export const withoutFanOut = ({ due_at_ms: _none, ...event }: EventItem): EventItem => event;

/** Has an event fanned out that was committed without; `event` is as it was made. */
export const fallDue = (event: EventItem): Write<EventItem> =>
  replacement({ ...placeOf(event), ...listPlaceOf(event) }, event);

export const createEvent = (event: EventItem): Write<EventItem> =>
  creation({ ...placeOf(event), ...listPlaceOf(event) }, event);

/** Replaces an event; conflicts when it has changed since it was loaded. */
export const replaceEvent = (event: EventItem): Write<EventItem> => replacement(placeOf(event), event);

const placeOf = ({ id, due_at_ms }: EventItem) => ({ ...eventKey(id), ...duePlace(id, due_at_ms) });

/** The place of an event in the list of its organization, or of the one person whom it is for. It stays where it was created. */
const listPlaceOf = ({ id, organization_id, type, visible_to }: EventItem) =>
  eventPlace(
    visible_to === null ? eventList.shared(organization_id) : eventList.private(organization_id, visible_to),
    id,
    type,
  );

declare const told: unique symbol;
/** The events that tell of one change; none when no endpoint could receive them. Only `tellingOf` makes it. */
export type Telling = readonly EventItem[] & { readonly [told]: true };

/** Marks events as those that tell of a change. Only `shared/events` calls it, which knows the events of every change. */
export const tellingOf = (...events: readonly EventItem[]): Telling => events as Telling;

/**
 * Commits changes with the events that tell of them (transactional outbox), all or nothing. Throws what `commit` throws.
 * Handlers and workers call `commitChange`, which has the events fanned out as well.
 */
export async function commitWithEvents<const W extends readonly (Write | Change)[]>(
  events: readonly EventItem[],
  writes: W,
  others: readonly Write[] = [],
): Promise<Committed<W>> {
  const committed = await transact([...writes, ...events.map(createEvent), ...others]);
  return committed.slice(0, writes.length) as Committed<W>;
}
