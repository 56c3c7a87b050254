import * as z from 'zod/mini';
import { allEventTypes, eventTypes } from '../eventTypes.ts';
import { webhookId } from '../identifiers.ts';
import { defineOperation } from '../operation.ts';
import { webhookDetails, webhookEndpoint, webhookEndpointWithSecret } from '../resources/webhook.ts';
import { absoluteHttpsUrl } from '../text.ts';

const subscriptions = [...eventTypes, allEventTypes] as const;

/** The number is larger than the number of event types, so that a list with duplicates is accepted. */
const maxSubscriptions = 100;

/** The subscriptions of an endpoint: event types, or `*` for all. Duplicates count once. */
const eventSubscriptions = z.pipe(
  z
    .array(z.enum(subscriptions, { error: `must be one of ${subscriptions.join(', ')}` }))
    .check(
      z.minLength(1, 'must name at least one event type'),
      z.maxLength(maxSubscriptions, `must have at most ${maxSubscriptions} entries`),
    ),
  z.transform((events) => [...new Set(events)]),
);

const onWebhook = () => z.object({ webhook_id: webhookId });
/** The answer with a secret shows it once. A later replay of the answer has no secret. */
const withSecret = {
  schema: webhookEndpointWithSecret,
  shownOnce: { field: 'secret', without: webhookEndpoint },
} as const;

export const listWebhooks = defineOperation('listWebhooks', () => ({
  summary: 'List the webhook endpoints of your organization, newest first',
  ignoresUnknownQuery: true,
  staffOverride: true,
  success: { status: 200, schema: z.strictObject({ webhooks: z.array(webhookEndpoint) }) },
}));

export const registerWebhook = defineOperation('registerWebhook', () => ({
  summary: 'Register a webhook endpoint; the response carries its signing secret, once',
  staffOverride: true,
  body: {
    kind: 'json',
    schema: z.strictObject({ url: absoluteHttpsUrl, events: eventSubscriptions }),
  },
  success: { status: 201, ...withSecret },
}));

export const getWebhook = defineOperation('getWebhook', () => ({
  summary: 'Read a webhook endpoint, with its state',
  staffOverride: true,
  pathParameters: onWebhook(),
  success: { status: 200, schema: webhookDetails },
  entityTag: true,
}));

export const updateWebhook = defineOperation('updateWebhook', () => ({
  summary: 'Change a webhook endpoint, disable it or enable it again',
  staffOverride: true,
  pathParameters: onWebhook(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      url: z.optional(absoluteHttpsUrl),
      events: z.optional(eventSubscriptions),
      enabled: z.optional(z.boolean()),
    }),
  },
  success: { status: 200, schema: webhookDetails },
  entityTag: true,
}));

export const deleteWebhook = defineOperation('deleteWebhook', () => ({
  summary: 'Remove a webhook endpoint, and what is pending for it',
  staffOverride: true,
  pathParameters: onWebhook(),
  success: { status: 200, schema: z.strictObject({}) },
}));

export const rotateWebhookSecret = defineOperation('rotateWebhookSecret', () => ({
  summary: 'Give a webhook endpoint a new signing secret, which the response carries, once',
  staffOverride: true,
  pathParameters: onWebhook(),
  success: { status: 200, ...withSecret },
}));
