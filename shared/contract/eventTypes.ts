import * as z from 'zod/mini';

/** What a webhook endpoint can subscribe to: every change the service makes, and a delivery sent on request. */
export const eventTypes = [
  'document.created',
  'document.updated',
  'document.ready',
  'document.failed',
  'version.created',
  'version.updated',
  'version.ready',
  'version.failed',
  'policy.attached',
  'policy.detached',
  'entry_page.generated',
  'organization.created',
  'member.role_updated',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** An event type, or `*` for all of them, those of the future included. */
export const eventSubscription = z.enum([...eventTypes, '*']);
