import type { AttemptItem, DeliveryItem } from '../../../shared/data/deliveries.ts';
import { table } from '../../../shared/data/table.ts';
import type { PostResult } from '../../../shared/webhooks/post.ts';

/** What is known of an attempt whose worker was killed. */
export const interrupted = {
  kind: 'interrupted',
  error: 'interrupted',
  message: 'the worker ended before the answer was recorded',
  latencyMilliseconds: null,
} as const;

/** The record of a delivery's latest attempt. `startedAt`: epoch milliseconds; null when it is not known. */
export const attemptOf = (
  delivery: DeliveryItem,
  startedAt: number | null,
  result: PostResult | typeof interrupted,
  next_attempt_at: number | null,
): AttemptItem => ({
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  number: delivery.attempt_count,
  started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
  succeeded: result.kind === 'answered' && result.status >= 200 && result.status < 300,
  status_code: result.kind === 'answered' ? result.status : null,
  error: result.kind === 'answered' ? null : { class: result.error, message: result.message },
  latency_milliseconds: result.latencyMilliseconds,
  response_body: result.kind === 'answered' ? result.body : null,
  next_attempt_at,
  [table.timeToLive]: delivery[table.timeToLive],
});
