import * as z from 'zod/mini';
import { eventActor } from './eventActor.ts';
import type { EventType } from './eventTypes.ts';
import { eventId, organizationId } from './identifiers.ts';
import { documentAccessRequest } from './resources/accessRequest.ts';
import { activity, viewActivity } from './resources/activity.ts';
import { apiKey } from './resources/apiKey.ts';
import { document } from './resources/document.ts';
import { group } from './resources/group.ts';
import { organization, organizationMember } from './resources/organization.ts';
import { documentPolicy, organizationPolicy, policyUpdate } from './resources/policy.ts';
import { accessOfRoom, itemOfRoom, itemsOfRoom, room, roomPolicy } from './resources/room.ts';
import { share } from './resources/share.ts';
import { version } from './resources/version.ts';
import { webhookEndpoint, webhookWithState } from './resources/webhook.ts';
import { dateTime } from './text.ts';

/** The resource that each event is about, as the API showed it right after the change. */
export const eventData = {
  'document.created': document,
  'document.updated': document,
  'document.ready': document,
  'document.failed': document,
  /** The deleted document. */
  'document.deleted': document,
  'document.restored': document,
  /** The entry of activity, as for `document.downloaded` and `policy.acknowledged`. */
  'document.viewed': viewActivity,
  'document.downloaded': activity,
  'document.shared': share,
  'document.share_updated': share,
  /** The share as it was before the withdrawal. */
  'document.unshared': share,
  'document.access_requested': documentAccessRequest,
  'version.created': version,
  'version.updated': version,
  'version.ready': version,
  /** The version, with its `failure`. */
  'version.failed': version,
  /** The deleted version. */
  'version.deleted': version,
  'policy.created': organizationPolicy,
  'policy.updated': policyUpdate,
  'policy.attached': documentPolicy,
  /** The removed attachment. */
  'policy.detached': documentPolicy,
  'policy.acknowledged': activity,
  /** The document whose entry page was drawn. */
  'entry_page.generated': document,
  'organization.created': organization,
  'member.joined': organizationMember,
  'member.role_updated': organizationMember,
  /** The member as they were before the removal. */
  'member.removed': organizationMember,
  'group.created': group,
  'group.updated': group,
  /** The deleted group. */
  'group.deleted': group,
  'room.created': room,
  'room.updated': room,
  /** The deleted room. */
  'room.deleted': room,
  /** The items that one request added. */
  'room.item_added': itemsOfRoom,
  'room.item_updated': itemOfRoom,
  /** The removed item. For a folder, everything below it is removed, too. */
  'room.item_removed': itemOfRoom,
  'room.access_granted': accessOfRoom,
  'room.access_updated': accessOfRoom,
  /** The access entry as it was. */
  'room.access_ended': accessOfRoom,
  'room.policy_attached': roomPolicy,
  'room.policy_detached': roomPolicy,
  'api_key.created': apiKey,
  /** The revoked key. */
  'api_key.revoked': apiKey,
  'webhook.disabled': webhookWithState,
  'webhook.test': webhookEndpoint,
} as const satisfies Record<EventType, z.ZodMiniType>;
export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;

/** Returns the schema of an event of one type, as it is POSTed to webhook endpoints. Receivers must ignore unknown fields. */
export const eventOf = <T extends EventType>(type: T) =>
  z.strictObject({
    /** The `webhook-id` header has it too. An event has the same id in every delivery and every retry. */
    id: eventId,
    type: z.literal(type),
    /** The time of the change. */
    timestamp: dateTime,
    /** Only endpoints of this organization receive the event. */
    organization_id: organizationId,
    actor: eventActor,
    data: eventData[type],
  });
export type Event<T extends EventType = EventType> = {
  [K in T]: z.infer<ReturnType<typeof eventOf<K>>>;
}[T];

/**
 * An event as it is delivered. Lists return it as it was stored, without parsing. So its bytes stay the same, and events of other releases
 * can be listed. The type has no name, so that the client's declarations contain it in full.
 */
export const deliveredEvent = z.custom<{ [K in EventType]: Event<K> }[EventType]>();
