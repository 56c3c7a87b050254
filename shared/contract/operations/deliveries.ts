import * as z from 'zod/mini';
import { deliveryStatus } from '../enumerations.ts';
import { eventId, webhookId } from '../identifiers.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { webhookDelivery } from '../resources/webhook.ts';
import { dateTime, instant } from '../text.ts';

const onWebhook = () => z.object({ webhook_id: webhookId });

export const testWebhook = defineOperation('testWebhook', () => ({
  summary: 'Send a webhook endpoint a test event, whatever it subscribes to',
  staffOverride: true,
  pathParameters: onWebhook(),
  success: { status: 200, schema: webhookDelivery },
}));

export const listWebhookDeliveries = defineOperation('listWebhookDeliveries', () => ({
  summary: 'List what was to be delivered to a webhook endpoint, newest event first',
  staffOverride: true,
  pathParameters: onWebhook(),
  query: z.extend(pageQuery(), { status: z.optional(deliveryStatus), since: z.optional(instant) }),
  success: { status: 200, schema: listPageOf(webhookDelivery) },
}));

export const resendWebhookDelivery = defineOperation('resendWebhookDelivery', () => ({
  summary: 'Deliver an event to a webhook endpoint once more',
  staffOverride: true,
  pathParameters: z.object({ webhook_id: webhookId, event_id: eventId }),
  success: { status: 200, schema: webhookDelivery },
}));

export const resendWebhookDeliveries = defineOperation('resendWebhookDeliveries', () => ({
  summary: 'Deliver to a webhook endpoint once more what has failed or was skipped',
  staffOverride: true,
  pathParameters: onWebhook(),
  body: { kind: 'json', schema: z.strictObject({ since: instant, all: z.optional(z.boolean()) }) },
  success: {
    status: 200,
    schema: z.strictObject({
      resent_deliveries: z.int(),
      already_pending_deliveries: z.int(),
      /** The `since` of the next request; null: no delivery is left. */
      next_since: z.nullable(dateTime),
    }),
  },
}));
