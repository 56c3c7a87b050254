import type { ActorId, OrganizationId, Ulid } from '../contract/identifiers.ts';
import { type EventItem, getEvents } from './events.ts';
import { eventList, typeInPlace } from './keys.ts';
import { listEverMembers } from './organizations.ts';
import { look, lookAt, type PageRange, pageOf, withinBytes } from './pages.ts';
import { filterIndex } from './table.ts';

/** The readers of a list of events: who manages the organization, and sees what is for them alone besides. */
export interface EventReader {
  readonly organization_id: OrganizationId;
  readonly user_id: ActorId;
}

/** Lists a page of an organization's events, newest first, or of those of one type. `next`: the position of the last one when more follow. */
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
