import { type AttemptItem, type DeliveryItem, newAttempt } from '../../../shared/data/deliveries.ts';
import type { PostResult } from '../../../shared/webhooks/post.ts';
import { isSuccess } from '../../../shared/webhooks/retry.ts';

/** The result of an attempt whose worker was killed. */
export const interrupted = {
  kind: 'interrupted',
  error: 'interrupted',
  message: 'the worker ended before the answer was recorded',
  latencyMilliseconds: null,
} as const;

/** Returns the record of a delivery's latest attempt. `startedAt`: epoch milliseconds; null when it is not known. */
export const attemptOf = (
  delivery: DeliveryItem,
  startedAt: number | null,
  result: PostResult | typeof interrupted,
  next_attempt_at_ms: number | null,
): AttemptItem =>
  newAttempt(delivery, {
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    succeeded: isSuccess(result),
    status_code: result.kind === 'answered' ? result.status : null,
    error: result.kind === 'answered' ? null : { class: result.error, message: result.message },
    duration_ms: result.latencyMilliseconds,
    response_body: result.kind === 'answered' ? result.body : null,
    next_attempt_at_ms,
  });
