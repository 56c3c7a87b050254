import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { eventActor } from '../contract/eventActor.ts';
import type { Event, EventData, eventData } from '../contract/events.ts';
import type { EventType } from '../contract/eventTypes.ts';
import { type ActorId, type EventId, type OrganizationId, ulidOf } from '../contract/identifiers.ts';
import { activity as activitySchema, type ReadingType } from '../contract/resources/activity.ts';
import { apiKey as apiKeySchema } from '../contract/resources/apiKey.ts';
import { document as documentSchema } from '../contract/resources/document.ts';
import {
  organizationMember as memberSchema,
  organization as organizationSchema,
} from '../contract/resources/organization.ts';
import { documentPolicy, organizationPolicy } from '../contract/resources/policy.ts';
import type { User } from '../contract/resources/user.ts';
import { version as versionSchema } from '../contract/resources/version.ts';
import { webhookEndpoint, webhookWithState } from '../contract/resources/webhook.ts';
import type { ActivityItem } from '../data/activity.ts';
import type { ApiKeyItem } from '../data/apiKeys.ts';
import type { AttachmentItem } from '../data/attachments.ts';
import type { DocumentItem } from '../data/documents.ts';
import { type EventItem, newEvent, type Telling, tellingOf } from '../data/events.ts';
import { createdAt, newId } from '../data/ids.ts';
import { isPerson, type MemberItem, type OrganizationItem } from '../data/organizations.ts';
import type { PolicyItem } from '../data/policies.ts';
import type { VersionItem } from '../data/versions.ts';
import type { WebhookItem } from '../data/webhooks.ts';
import {
  presentActivity,
  presentApiKey,
  presentAttachment,
  presentDocument,
  presentMember,
  presentOrganization,
  presentPolicy,
  presentVersion,
  presentWebhook,
  presentWebhookState,
} from '../present.ts';

/**
 * Each function returns the events to be committed with a change (`commitChange`): none when there is no organization that
 * could have subscribed.
 */

/** The actor: a principal, an operator, or null for the service itself. */
export type By =
  | { readonly user: User; readonly staff: boolean; readonly credential: string }
  | typeof operator
  | null;

/** An operator, by the command line: endpoints are told of nobody, the organization's activity says how it was done. */
export const operator = { user: null, staff: false, credential: 'command_line' } as const;

type TypeOf<Prefix extends string> = Exclude<Extract<EventType, `${Prefix}.${string}`>, ReadingEventType>;

/** The types of events that tell of readers, each with that of its entry of activity. */
export const readingEventTypes = {
  viewed: 'document.viewed',
  downloaded: 'document.downloaded',
  acknowledged: 'policy.acknowledged',
} as const satisfies Partial<Record<ReadingType, EventType>>;
type ReadingEventType = (typeof readingEventTypes)[keyof typeof readingEventTypes];

export const documentEvent = (
  type: TypeOf<'document'> | 'entry_page.generated',
  document: DocumentItem,
  by: By,
): Telling => ofDocument(document, type, by, [documentSchema, presentDocument(document)]);

/**
 * Returns the event of a document after one of its versions was added or processed: `document.ready` or `document.failed`
 * when it became that, `document.updated` when clients see another change, and otherwise none.
 */
export function documentChange(before: DocumentItem, after: DocumentItem, by: By): Telling {
  const { processing_status } = after;
  if (processing_status !== before.processing_status && processing_status !== 'processing')
    return documentEvent(`document.${processing_status}`, after, by);
  const looksTheSame = isDeepStrictEqual(presentDocument(before), presentDocument(after));
  return looksTheSame ? tellingOf() : documentEvent('document.updated', after, by);
}

/** `document` is the one that the version belongs to: it decides whose endpoints receive the event. */
export const versionEvent = (
  type: TypeOf<'version'>,
  version: VersionItem,
  document: DocumentItem,
  by: By,
): Telling => ofDocument(document, type, by, [versionSchema, presentVersion(version)]);

/** Returns the event of an entry of activity, with the same 26 characters in its id. */
export const readingEvent = (
  type: ReadingEventType,
  entry: ActivityItem,
  document: DocumentItem,
  by: By,
): Telling =>
  ofDocument(document, type, by, [activitySchema, presentActivity(entry)], `evt_${ulidOf(entry.id)}`);

export const policyEvent = (type: 'policy.created' | 'policy.updated', policy: PolicyItem, by: By): Telling =>
  tellingOf(describe(type, policy.organization_id, null, by, [organizationPolicy, presentPolicy(policy)]));

export const attachmentEvent = (
  type: 'policy.attached' | 'policy.detached',
  attachment: AttachmentItem,
  document: DocumentItem,
  by: By,
): Telling => ofDocument(document, type, by, [documentPolicy, presentAttachment(attachment)]);

export const organizationEvent = (
  type: TypeOf<'organization'>,
  organization: OrganizationItem,
  by: By,
): Telling =>
  tellingOf(
    describe(type, organization.id, null, by, [organizationSchema, presentOrganization(organization)]),
  );

/** Returns no event for a service account: clients do not see it as a member. */
export const memberEvent = (type: TypeOf<'member'>, member: MemberItem, by: By): Telling =>
  isPerson(member)
    ? tellingOf(describe(type, member.organization_id, null, by, [memberSchema, presentMember(member)]))
    : tellingOf();

/** Returns no event for a key that is bound to no organization. */
export const apiKeyEvent = (type: TypeOf<'api_key'>, key: ApiKeyItem, owner: User, by: By): Telling =>
  key.organization_id === null
    ? tellingOf()
    : tellingOf(describe(type, key.organization_id, null, by, [apiKeySchema, presentApiKey(key, owner)]));

/** Returns an event for the other endpoints of the organization, `webhook` being disabled. */
export const webhookDisabledEvent = (webhook: WebhookItem, by: By): EventItem => ({
  ...describe('webhook.disabled', webhook.organization_id, null, by, [
    webhookWithState,
    presentWebhookState(webhook),
  ]),
  not_told_to: webhook.id,
});

/** Returns an event for the endpoint alone, whatever it subscribes to. It must not be fanned out. */
export const testEvent = (webhook: WebhookItem, by: By): EventItem =>
  describe('webhook.test', webhook.organization_id, null, by, [webhookEndpoint, presentWebhook(webhook)]);

/** The resource that an event is about, with its schema: a function has those of what it tells, not the schemas of all events. */
type Subject<T extends EventType> = readonly [schema: (typeof eventData)[T], data: EventData<T>];

/** Keeps the events of a private document to its creator, and those of a deleted one from everybody: it is told as it is restored. */
function ofDocument<T extends EventType>(
  { organization_id, access_level, created_by, deletion_id }: DocumentItem,
  type: T,
  by: By,
  about: Subject<T>,
  id?: EventId,
): Telling {
  if (organization_id === null || deletion_id !== undefined) return tellingOf();
  const visibleTo = access_level === 'private' ? created_by.id : null;
  return tellingOf(describe(type, organization_id, visibleTo, by, about, id));
}

function describe<T extends EventType>(
  type: T,
  organization_id: OrganizationId,
  visible_to: ActorId | null,
  by: By,
  [schema, data]: Subject<T>,
  id: EventId = newId('evt'),
): EventItem {
  const event = {
    id,
    type,
    timestamp: createdAt(id),
    organization_id,
    actor: z.parse(eventActor, by?.user ? { ...by.user, staff: by.staff } : null),
    data: z.parse(schema, data),
  } satisfies Record<keyof Event, unknown>;
  const credential = by?.credential;
  return newEvent(
    {
      id,
      organization_id,
      type,
      visible_to,
      body: JSON.stringify(event),
      ...(credential !== undefined && { credential }),
    },
    Date.now(),
  );
}
