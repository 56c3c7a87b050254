import * as z from 'zod/mini';
import type { ActType } from '../../contract/actTypes.ts';
import { eventActor } from '../../contract/eventActor.ts';
import type { EventData, eventData } from '../../contract/events.ts';
import type { EventType } from '../../contract/eventTypes.ts';
import { type ActorId, type EventId, type OrganizationId, ulidOf } from '../../contract/identifiers.ts';
import type { readingEventTypes } from '../../contract/readingEvents.ts';
import type { User } from '../../contract/resources/user.ts';
import { type ActivityItem, activityList, newActivity } from '../../data/activity/activity.ts';
import { listOfDocument } from '../../data/activity/activityLists.ts';
import type { ChangedField } from '../../data/activity/changedFields.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { type EventItem, newEvent } from '../../data/webhooks/events.ts';
import { publisher } from '../publisher.ts';

/**
 * The record of a change: its entry of activity, and its event if there is one. `commitChange` commits both with the change. The files of
 * this folder have a function for each kind of change.
 */
export interface ChangeRecord {
  /** The entry of activity. */
  readonly entry: ActivityItem;
  /** The list of activity that the entry belongs to: a partition. */
  readonly list: string;
  /** What the change replaced. Default: it is not stored */
  readonly changed?: readonly ChangedField[];
  /** The event that endpoints receive, with the same 26 characters in its id as the entry; null: there is none. */
  readonly event: EventItem | null;
  /** Stores and announces the event; null: there is none. */
  readonly publisher: typeof publisher | null;
}

/** The actor: a principal, an operator, or null for the service itself. */
export type By =
  | { readonly user: User; readonly staff: boolean; readonly credential: string }
  | typeof operator
  | null;

/** An operator at the command line. Events then have no actor; the entry has the credential `command_line`. */
export const operator = { user: null, staff: false, credential: 'command_line' } as const;

/** The details of an entry: ids, numbers, and constants such as roles. They contain no names or addresses. */
export type About = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** The types of events about one kind of resource, except those with a function of their own. */
export type TypeOf<Prefix extends string> = Exclude<
  Extract<EventType, `${Prefix}.${string}`>,
  ReadingEventType | ShareEventType | 'document.access_requested'
>;

export type ShareEventType = 'document.shared' | 'document.share_updated' | 'document.unshared';

export type ReadingEventType = (typeof readingEventTypes)[keyof typeof readingEventTypes];

/** Returns the record of an act in an organization, without an event. */
export const actRecord = (
  type: ActType | EventType,
  organizationId: OrganizationId,
  by: By,
  details: About = {},
): ChangeRecord => ({
  entry: entryOf(type, organizationId, by, { details }),
  list: activityList.organization(organizationId),
  event: null,
  publisher: null,
});

/** The resource of an event, and the schema of this resource. Each function states its own schema, so that it loads no other schemas. */
type Subject<T extends EventType> = readonly [schema: (typeof eventData)[T], data: EventData<T>];

/** The subject of an entry. */
type Subjects = Partial<Pick<ActivityItem, 'document_id' | 'version_id' | 'policy_id'>> & {
  readonly details: About;
  /** The e-mail address that a share is for. Default: none */
  readonly address?: string;
};

/**
 * Returns the record of a change of a document, with an event if endpoints may subscribe to it.
 *
 * @param subject is called only if the document belongs to an organization, whose endpoints may subscribe
 */
export function ofDocument<T extends EventType>(
  document: DocumentItem,
  type: T,
  by: By,
  about: Subjects,
  subject: () => Subject<T>,
): ChangeRecord {
  const entry = entryOf(type, document.organization_id, by, { document_id: document.id, ...about });
  const event = eventOfDocument(document, type, by, subject, entry.id);
  return { entry, list: listOfDocument(document), event, publisher: event && publisher };
}

/** Returns the event of a document; null for documents outside of any organization, because no endpoint can subscribe to them, and for deleted documents. */
export function eventOfDocument<T extends EventType>(
  { organization_id, access_level, created_by, deletion_id }: DocumentItem,
  type: T,
  by: By,
  subject: () => Subject<T>,
  id: ActivityItem['id'],
): EventItem | null {
  if (organization_id === null || deletion_id !== undefined) return null;
  const visibleTo = access_level === 'private' ? created_by.id : null;
  return eventOf(type, organization_id, visibleTo, by, subject(), id);
}

/** Returns the record of a change in an organization, with an event. */
export function ofOrganization<T extends EventType>(
  organizationId: OrganizationId,
  type: T,
  by: By,
  about: Subjects,
  subject: Subject<T>,
) {
  const entry = entryOf(type, organizationId, by, about);
  return {
    entry,
    list: activityList.organization(organizationId),
    event: eventOf(type, organizationId, null, by, subject, entry.id),
    publisher,
  };
}

/** Returns the entry of an act. */
export const entryOf = (
  type: ActType | EventType,
  organization_id: OrganizationId | null,
  by: By,
  about: Subjects,
): ActivityItem =>
  newActivity({
    type,
    organization_id,
    actor: by?.user ?? null,
    staff: by?.staff ?? false,
    credential: by?.credential ?? null,
    document_id: null,
    version_id: null,
    policy_id: null,
    ...about,
  });

/**
 * Returns an event with the body that endpoints receive.
 *
 * @param visible_to The person whose endpoints receive it; null: all endpoints of the organization receive it
 * @param entryId The id of its entry
 */
export function eventOf<T extends EventType>(
  type: T,
  organization_id: OrganizationId,
  visible_to: ActorId | null,
  by: By,
  [schema, data]: Subject<T>,
  entryId: ActivityItem['id'],
): EventItem {
  const body = {
    actor: z.parse(eventActor, by?.user ? { ...by.user, staff: by.staff } : null),
    data: z.parse(schema, data),
  };
  const id: EventId = `evt_${ulidOf(entryId)}`;
  return newEvent({ id, organization_id, type, visible_to, body: JSON.stringify(body) }, Date.now());
}
