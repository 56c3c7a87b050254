import type { ActorId, OrganizationId, Ulid } from '../contract/identifiers.ts';
import { type EventItem, getEvents } from './events.ts';
import { eventList, eventListOf, typeInPlace } from './keys.ts';
import { listEverMembers } from './organizations.ts';
import { look, lookAt, type PageRange, pageOf, withinBytes } from './pages.ts';
import { queryItems } from './read.ts';
import { filterIndex } from './table.ts';

/** The readers of a list of events: who manages the organization, and sees what is for them alone besides. */
export interface EventReader {
  readonly organization_id: OrganizationId;
  readonly user_id: ActorId;
}

/**
 * Lists a page of an organization's events, newest first, or of those of one type. `next` is the position of the last one when
 * more follow.
 */
export async function listEventsFor(
  { organization_id, user_id }: EventReader,
  { type, ...range }: PageRange & { readonly type?: string | undefined },
): Promise<{ readonly events: EventItem[]; readonly next: Ulid | undefined }> {
  const lists = [eventList.shared(organization_id), eventList.private(organization_id, user_id)];
  const { items, end } = await lookAt(
    lists.map((partition) => ({ index: filterIndex, partition })),
    range,
    type === undefined ? range.limit + 1 : undefined,
  );
  const chosen = items.filter(({ item }) => type === undefined || typeInPlace(item) === type);
  const page = pageOf(
    chosen.map(({ position }) => ({ position, item: `evt_${position}` as const })),
    end,
    range.limit,
  );
  const found = (await getEvents(...page.items)).flatMap((event) => event ?? []);
  const { items: events, next } = withinBytes({ items: found, next: page.next }, ({ body }) => body);
  return { events, next };
}

/** BatchGetItem's limit (Amazon DynamoDB, "BatchGetItem"). */
const eventsARead = 100;

/** Lists all events of an organization, those for one person included, a hundred at a time, newest first of each list: for operators. */
export async function* listEveryEvent(organizationId: OrganizationId): AsyncGenerator<EventItem[]> {
  const people = await listEverMembers(organizationId);
  const ofPeople = people.map((userId) => eventList.private(organizationId, userId));
  for (const partition of [eventList.shared(organizationId), ...ofPeople]) {
    let after: Ulid | undefined;
    do {
      const { items, end } = await look(
        { index: filterIndex, partition },
        { after, limit: eventsARead },
        eventsARead,
      );
      const found = await getEvents(...items.map(({ position }) => `evt_${position}` as const));
      yield found.flatMap((event) => event ?? []);
      after = end;
    } while (after !== undefined);
  }
}

/**
 * Lists the events that become entries of one list of activity and were made in a range, which is before `to`, oldest first, a
 * hundred at a time: none for the list of a person outside of any organization.
 */
export async function* listEventsBetween(
  partition: string,
  from: Ulid,
  to: Ulid,
): AsyncGenerator<EventItem[]> {
  const list = eventListOf(partition);
  if (list === undefined) return;
  for (let start = from; ; ) {
    const items = await queryItems(
      {
        IndexName: filterIndex.name,
        KeyConditionExpression: '#list = :list AND #place BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#list': filterIndex.partitionKey, '#place': filterIndex.sortKey },
        ExpressionAttributeValues: { ':list': list, ':from': start, ':to': to },
      },
      eventsARead,
    );
    const ids = items.map((item) => `evt_${String(item[filterIndex.sortKey]).split('#')[0]}` as const);
    const found = await getEvents(...ids);
    yield found.flatMap((event) => event ?? []);
    const last = items.at(-1);
    if (!last || items.length < eventsARead) return;
    // Nothing has a place between this one and the next.
    start = `${String(last[filterIndex.sortKey])}~` as Ulid;
  }
}
