import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/deliveries.ts';
import type { WebhookDelivery } from '../../contract/resources/webhook.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

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

export const deliveries: TextsOf<typeof contracts> = {
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
    response: { items: [failed], pagination: lastPage },
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
    success: 'What was made pending.',
    request: { since: '2026-03-02T09:00:00Z' },
    response: { resent_deliveries: 42, already_pending_deliveries: 1, next_since: null },
  },
};
