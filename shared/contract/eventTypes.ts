import * as z from 'zod/mini';

/** The types of events. Each event reports a change, except `webhook.test`, which is sent on request. */
export const eventTypes = [
  'document.created',
  'document.updated',
  'document.ready',
  'document.failed',
  'document.deleted',
  'document.restored',
  'document.viewed',
  'document.downloaded',
  'document.shared',
  'document.share_updated',
  'document.unshared',
  'version.created',
  'version.updated',
  'version.ready',
  'version.failed',
  'version.deleted',
  'policy.created',
  'policy.updated',
  'policy.attached',
  'policy.detached',
  'policy.acknowledged',
  'entry_page.generated',
  'organization.created',
  'member.joined',
  'member.role_updated',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Every event type, including future ones. */
export const allEventTypes = '*';

const subscriptions = [...eventTypes, allEventTypes] as const;

/** It is larger than the number of event types, so that a list with duplicates is accepted. */
const maxSubscriptions = 100;

/** The subscriptions of an endpoint: event types, or `*` for all. Duplicates count once. */
export const eventSubscriptions = z.pipe(
  z
    .array(z.enum(subscriptions, { error: `must be one of ${subscriptions.join(', ')}` }))
    .check(
      z.minLength(1, 'must name at least one event type'),
      z.maxLength(maxSubscriptions, `must have at most ${maxSubscriptions} entries`),
    ),
  z.transform((events) => [...new Set(events)]),
);
