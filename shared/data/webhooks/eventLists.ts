import type { ActorId, OrganizationId } from '../../contract/identifiers.ts';
import { eventList, typeInPlace } from '../keys/webhooks.ts';
import { listEverMembers } from '../organizations/organizations.ts';
import {
  chooseListPage,
  type ListPage,
  type ListRange,
  readThrough,
  withinBytes,
} from '../table/listPages.ts';
import { filterIndex } from '../table/table.ts';
import { type EventItem, getEvents } from './events.ts';

/** The person who lists events. Such a person manages the organization, and also sees events that are only for them. */
export interface EventReader {
  readonly organization_id: OrganizationId;
  readonly user_id: ActorId;
}

/** Lists a page of an organization's events, newest first. With `type`, the page has only events of this type. */
export async function listEventsFor(
  { organization_id, user_id }: EventReader,
  { type, ...range }: ListRange & { readonly type?: string | undefined },
): Promise<ListPage<EventItem>> {
  const lists = [eventList.shared(organization_id), eventList.private(organization_id, user_id)];
  const { items: ids, next } = await chooseListPage(
    lists.map((partition) => ({ index: filterIndex, partition })),
    range,
    (item, ulid) => (type === undefined || typeInPlace(item) === type ? (`evt_${ulid}` as const) : undefined),
    type === undefined ? range.limit + 1 : undefined,
  );
  const items = (await getEvents(...ids)).flatMap((event) => event ?? []);
  return withinBytes({ items, next }, ({ body }) => body);
}

/** BatchGetItem's limit (Amazon DynamoDB, "BatchGetItem"). */
const eventsARead = 100;

/**
 * Lists all events of an organization, including events for one person only, a hundred at a time: for operators. The lists of events follow
 * each other, each with its newest event first.
 */
export async function* listEveryEvent(organizationId: OrganizationId): AsyncGenerator<EventItem[]> {
  const people = await listEverMembers(organizationId);
  const ofPeople = people.map((userId) => eventList.private(organizationId, userId));
  for (const partition of [eventList.shared(organizationId), ...ofPeople]) {
    for await (const places of readThrough({ index: filterIndex, partition }, eventsARead)) {
      const found = await getEvents(...places.map(({ position }) => `evt_${position}` as const));
      yield found.flatMap((event) => event ?? []);
    }
  }
}
