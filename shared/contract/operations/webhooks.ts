import * as z from 'zod/mini';
import { eventSubscriptions } from '../eventTypes.ts';
import { defineOperation, none } from '../operation.ts';
import { webhookEndpoint, webhookEndpointWithSecret } from '../resources/webhook.ts';
import { absoluteHttpsUrl } from '../text.ts';

export const listWebhooks = defineOperation('listWebhooks', () => ({
  summary: 'List the webhook endpoints of your organization, newest first',
  staffOverride: true,
  pathParameters: none,
  query: none,
  body: null,
  success: { status: 200, schema: z.strictObject({ webhooks: z.array(webhookEndpoint) }) },
}));

export const registerWebhook = defineOperation('registerWebhook', () => ({
  summary: 'Register a webhook endpoint; the response carries its signing secret, once',
  staffOverride: true,
  pathParameters: none,
  query: none,
  body: {
    kind: 'json',
    schema: z.strictObject({ url: absoluteHttpsUrl, events: eventSubscriptions }),
  },
  success: {
    status: 201,
    schema: webhookEndpointWithSecret,
    shownOnce: { field: 'secret', without: webhookEndpoint },
  },
}));
