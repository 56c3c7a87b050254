import { asFinished, attemptOf, type DeliveryItem } from '../../../shared/data/webhooks/deliveries.ts';
import type { PostResult } from '../../../shared/webhooks/post.ts';
import { isSuccess, nextAttemptAt, type Outcome } from '../../../shared/webhooks/retry.ts';
import type { Attempted } from './records.ts';

/** The result of an attempt whose worker was killed. */
export const interrupted = {
  kind: 'interrupted',
  error: 'interrupted',
  message: 'the worker ended before the answer was recorded',
  latencyMilliseconds: null,
} as const;

/** Returns a delivery after an attempt, and the record of the attempt. `startedAt` is in epoch milliseconds; null if it is unknown. */
export function withAttempt(
  before: DeliveryItem,
  startedAt: number | null,
  result: PostResult | typeof interrupted,
  givenUp: boolean,
): Attempted {
  const next = afterAttempt({ ...before, attempt_count: before.attempt_count + 1 }, result, givenUp);
  const attempt = attemptOf(next, {
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    succeeded: isSuccess(result),
    status_code: result.kind === 'answered' ? result.status : null,
    error: result.kind === 'answered' ? null : { class: result.error, message: result.message },
    duration_ms: result.latencyMilliseconds,
    response_body: result.kind === 'answered' ? result.body : null,
    next_attempt_at_ms: next.next_attempt_at_ms,
  });
  return { before, next, attempt };
}

function afterAttempt(delivery: DeliveryItem, result: Outcome, givenUp: boolean): DeliveryItem {
  if (isSuccess(result)) return asFinished(delivery, 'succeeded');
  const { retries } = delivery;
  const at = givenUp ? null : nextAttemptAt({ retries, result, now: Date.now(), random: Math.random });
  if (at === null) return asFinished(delivery, 'failed');
  return { ...delivery, retries: retries + 1, next_attempt_at_ms: at };
}
