import { type EventId, type OrganizationId, ulidOf, type WebhookId } from '../../contract/identifiers.ts';
import { isAboutReaders } from '../../contract/readingEvents.ts';
import { filterIndex } from '../table/table.ts';
import { idIn, type Key, type UserId } from './key.ts';

/** Webhook endpoints have their own partition. Workers that call foreign servers may write there, but not to the rest of an organization. */
const ofEndpoints = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ENDPOINTS#${ulidOf(organizationId)}`,
  sk,
});

/** Each webhook endpoint has a partition of its own for its lane, deliveries and attempts, which may be many. */
const ofEndpoint = (webhookId: WebhookId, sk: string): Key => ({ pk: `WEBHOOK#${ulidOf(webhookId)}`, sk });

export const webhookPrefix = 'WEBHOOK#';
export const webhookKey = (organizationId: OrganizationId, webhookId: WebhookId): Key =>
  ofEndpoints(organizationId, webhookPrefix + ulidOf(webhookId));

/** The common prefix of the keys of an organization's webhook endpoints. No item has this key. */
export const webhooksKey = (organizationId: OrganizationId): Key =>
  ofEndpoints(organizationId, webhookPrefix);

export const eventKey = (eventId: EventId): Key => ({ pk: `EVENT#${ulidOf(eventId)}`, sk: 'EVENT' });

/** Returns the id of the event at this key; undefined for other keys. */
export const eventIdIn = /* @__PURE__ */ idIn('evt', /^EVENT#(.+) EVENT$/);

/**
 * Partitions of the filter index with the events of an organization, by id and type: those for all who manage it, and those for one
 * person only.
 */
export const eventList = {
  shared: (organizationId: OrganizationId) => `EVENTS#ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `EVENTS#ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
};

export const eventPlace = (partition: string, eventId: EventId, type: string) => ({
  [filterIndex.partitionKey]: partition,
  [filterIndex.sortKey]: `${ulidOf(eventId)}#${type}`,
});

/** Returns the type of an event from its place. */
export const typeInPlace = (place: Readonly<Record<string, unknown>>): string =>
  String(place[filterIndex.sortKey]).split('#')[1] ?? '';

/** Returns the id, organization and type of an event from its place. Throws for an item that is not an event. */
export function eventInPlace(place: Readonly<Record<string, unknown>>) {
  const [, organization] = /^EVENTS#ORG#([^#]+)/.exec(String(place[filterIndex.partitionKey])) ?? [];
  const [ulid, type] = String(place[filterIndex.sortKey]).split('#');
  if (organization === undefined || ulid === undefined || type === undefined)
    throw new Error(`the item ${place.pk} is not an event`);
  return { id: `evt_${ulid}`, organization_id: `org_${organization}`, type } as const;
}

export const laneKey = (webhookId: WebhookId): Key => ofEndpoint(webhookId, 'LANE');

/** Returns the id of the endpoint whose lane is at this key; undefined for other keys. */
export const laneIdIn = /* @__PURE__ */ idIn('whk', /^WEBHOOK#(.+) LANE$/);

/** Deliveries sort in the order of their events. */
export const deliveryPrefix = 'DELIVERY#';
export const deliveryKey = (webhookId: WebhookId, eventId: EventId): Key =>
  ofEndpoint(webhookId, deliveryPrefix + ulidOf(eventId));

/** The partitions of the filter index with the failed or skipped deliveries of an endpoint. */
export const deliveryList = (webhookId: WebhookId, status: 'failed' | 'skipped'): string =>
  `DELIVERIES#${ulidOf(webhookId)}#${status}`;

export const deliveryPlace = (webhookId: WebhookId, eventId: EventId, status: 'failed' | 'skipped') => ({
  [filterIndex.partitionKey]: deliveryList(webhookId, status),
  [filterIndex.sortKey]: ulidOf(eventId),
});

/** Pending deliveries sort by the time of their next attempt (epoch milliseconds, 15 digits). Those of events about readers come last. */
export const schedulePrefix = 'SCHEDULE#';
export const readingSchedulePrefix = 'SCHEDULE#READING#';

export const scheduleKey = (
  webhookId: WebhookId,
  atMilliseconds: number,
  eventId: EventId,
  eventType: string,
): Key => {
  const prefix = isAboutReaders(eventType) ? readingSchedulePrefix : schedulePrefix;
  return ofEndpoint(webhookId, `${prefix}${String(atMilliseconds).padStart(15, '0')}#${ulidOf(eventId)}`);
};

/** `number` is 1 for the first attempt. */
export const attemptPrefix = (eventId: EventId): string => `ATTEMPT#${ulidOf(eventId)}#`;
export const attemptKey = (webhookId: WebhookId, eventId: EventId, number: number): Key =>
  ofEndpoint(webhookId, attemptPrefix(eventId) + String(number).padStart(6, '0'));
