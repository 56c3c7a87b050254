import { deliveryStatus } from '../enumerations.ts';
import type * as contracts from '../operations/deliveries.ts';
import { type WebhookDelivery, webhookAttempt, webhookDelivery } from '../resources/webhook.ts';
import { listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, type WordsOf } from './named.ts';

named('WebhookDelivery', webhookDelivery, {
  description: 'The delivery of an event to an endpoint.',
  fields: {
    event_id: 'The event.',
    type: 'Its type.',
    status: 'The state of the delivery.',
    created_at: 'When the event happened.',
    next_attempt_at: 'When the next attempt is due; null if there is none.',
    attempts: 'The last ten attempts, oldest first.',
  },
});
named('WebhookAttempt', webhookAttempt, {
  description: 'One attempt to deliver an event.',
  fields: {
    number: '1 for the first attempt.',
    started_at: 'When the attempt began; null if unknown, because the service was interrupted.',
    duration_ms: 'The duration of the attempt; null if unknown.',
    status_code: 'The status of the answer; null when there was none.',
    error: 'The reason for a missing answer, such as `timeout`; null if there was an answer.',
  },
});
named('DeliveryStatus', deliveryStatus, {
  description:
    'An attempt is being made or is due (`pending`), the endpoint answered 2xx (`succeeded`), no attempt is left (`failed`), or ' +
    'nothing was sent, because the endpoint was disabled or may not receive the event any more (`skipped`).',
});

const tested = eventExamples['webhook.test'];
const test: WebhookDelivery = {
  event_id: tested.id,
  type: tested.type,
  status: 'pending',
  created_at: tested.timestamp,
  next_attempt_at: tested.timestamp,
  attempts: [],
};
const event = eventExamples['document.ready'];
const failed: WebhookDelivery = {
  event_id: event.id,
  type: event.type,
  status: 'pending',
  created_at: event.timestamp,
  next_attempt_at: '2026-03-02T09:30:08.240Z',
  attempts: [
    { number: 1, started_at: '2026-03-02T09:30:02.950Z', duration_ms: 38, status_code: 503, error: null },
  ],
};

export const words: WordsOf<typeof contracts> = {
  testWebhook: {
    description:
      'Sends an event of the type `webhook.test` with the endpoint as its data. It is sent at once, with the same retries as ' +
      'other events. The list of deliveries shows the result. A disabled endpoint answers 422: enable it first.',
    success: 'The delivery, whose first attempt is on its way.',
    response: test,
  },
  listWebhookDeliveries: {
    description:
      'Lists the deliveries of the last 30 days. `pending`: an attempt is running or due. `failed`: no attempt is left. ' +
      '`skipped`: the endpoint was disabled, or the person who registered it may not read what the event is about. ' +
      shortPages,
    success: 'A page of deliveries, each with its last ten attempts.',
    ...listPageOf(
      'WebhookDeliveryPage',
      'A page of the deliveries to an endpoint, newest event first.',
      'The deliveries.',
      [failed],
    ),
  },
  resendWebhookDelivery: {
    description:
      'Sends an event again, whatever its status. The event keeps its id, is sent at once and gets all its retries again. A ' +
      'pending delivery stays as it is. A disabled endpoint answers 422: enable it first.',
    success: 'The delivery, which is pending.',
    response: failed,
  },
  resendWebhookDeliveries: {
    description:
      'Sends events again, oldest first. Pending deliveries stay as they are, so you can repeat the request. A request reads ' +
      'at most 1,000 deliveries. If `next_since` is not null, continue with it as `since`. A disabled endpoint answers 422: ' +
      'enable it first.',
    requestBody: {
      description: 'The deliveries to send again.',
      fields: {
        since: 'Events since then.',
        all: 'Whether to send successful deliveries again too, for a receiver that lost events. Default: false',
      },
    },
    request: { since: '2026-03-02T09:00:00Z' },
    success: 'The deliveries that are pending again.',
    responseBody: {
      name: 'ResentWebhookDeliveries',
      fields: {
        resent_deliveries: 'The number of deliveries that are pending again.',
        already_pending_deliveries:
          'The number of deliveries that were pending before. They stay as they are.',
        next_since: 'The `since` of the next request; null if nothing is left.',
      },
    },
    response: { resent_deliveries: 42, already_pending_deliveries: 1, next_since: null },
  },
};
