import { deliveryStatus } from '../enumerations.ts';
import type * as contracts from '../operations/deliveries.ts';
import { type WebhookDelivery, webhookAttempt, webhookDelivery } from '../resources/webhook.ts';
import { pageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, type WordsOf } from './named.ts';

named('WebhookDelivery', webhookDelivery, {
  description: 'An event on its way to an endpoint.',
  fields: {
    event_id: 'The event.',
    type: 'Its type.',
    status: 'What has come of it.',
    created_at: 'When it happened.',
    next_attempt_at: 'When it is tried next; null when it is over.',
    attempts: 'The last ten attempts, in their order.',
  },
});
named('WebhookAttempt', webhookAttempt, {
  description: 'One attempt to deliver an event.',
  fields: {
    number: '1 for the first attempt.',
    started_at: 'When it began; null when that is not known, because the service was interrupted.',
    duration_ms: 'How long it took; null when that is not known.',
    status_code: 'The status of the answer; null when there was none.',
    error: 'Why there was no answer, as a word such as `timeout`; null when there was one.',
  },
});
named('DeliveryStatus', deliveryStatus, {
  description:
    'An attempt is being made or is due (`pending`), the endpoint answered 2xx (`succeeded`), no attempt is left (`failed`), or ' +
    'nothing was sent because the endpoint was disabled, or is not to be told of the event any more (`skipped`).',
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
      'The event has the type `webhook.test` and the endpoint as its data; it is sent at once, and tried again like any other. What ' +
      'came of it is in the list of deliveries. A disabled endpoint is not sent any (422).',
    success: 'The delivery, whose first attempt is on its way.',
    response: test,
  },
  listWebhookDeliveries: {
    description:
      'Of the last 30 days. `pending`: an attempt is being made, or is due; `failed`: none is left; `skipped`: the endpoint was ' +
      'disabled, or its registrar may not read what the event is about. ' +
      `${shortPages} What failed or was skipped before release 0.3.0 is listed without \`status\` only.`,
    success: 'A page of deliveries, each with its last ten attempts.',
    ...pageOf(
      'WebhookDeliveryPage',
      'A page of the deliveries to an endpoint, newest event first.',
      'The deliveries.',
      [failed],
    ),
  },
  resendWebhookDelivery: {
    description:
      'Whatever came of it: the event keeps its id, is sent at once and gets all its retries again. What is pending is left as it is. ' +
      'Nothing is sent to a disabled endpoint (422).',
    success: 'The delivery, which is pending.',
    response: failed,
  },
  resendWebhookDeliveries: {
    description:
      'Oldest event first. What is pending is left as it is, so the request can be repeated. It looks at 1,000 deliveries at most: ' +
      'when `next_since` is not null, go on with that as `since`. Nothing is sent to a disabled endpoint (422).',
    requestBody: {
      description: 'What is to be sent again.',
      fields: {
        since: 'Events since then.',
        all: 'Whether to send what has succeeded, too: for a receiver that has lost what it got. Default: false',
      },
    },
    request: { since: '2026-03-02T09:00:00Z' },
    success: 'What was made pending.',
    responseBody: {
      name: 'ResentWebhookDeliveries',
      fields: {
        resent_deliveries: 'The deliveries that are pending again.',
        already_pending_deliveries: 'Those that were pending already, and are left as they are.',
        next_since: 'The `since` with which to go on; null when nothing is left.',
      },
    },
    response: { resent_deliveries: 42, already_pending_deliveries: 1, next_since: null },
  },
};
