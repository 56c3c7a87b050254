import * as z from 'zod/mini';
import { eventId, webhookId } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { type Bookkeeping, bookkeeping, creation } from './commit.ts';
import { attemptKey } from './keys.ts';
import { table } from './table.ts';

/** An attempt and what came of it. */
export const outcome = {
  /** null: not known, because the worker was killed. */
  started_at: z.nullable(dateTime),
  /** True when it was answered with a 2xx status. */
  succeeded: z.boolean(),
  /** null: there was no answer. */
  status_code: z.nullable(z.int()),
  /** The reason why there was no answer, as a class and in words; null: there was one. */
  error: z.nullable(z.object({ class: z.string(), message: z.string() })),
  duration_ms: z.nullable(z.int()),
  /** The first 4 KiB of the answer's body. */
  response_body: z.nullable(z.string()),
  next_attempt_at_ms: z.nullable(z.int()),
};

/** One attempt and what came of it. */
export const attemptItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  number: z.int(),
  ...outcome,
  [table.timeToLive]: z.int(),
});
export type AttemptItem = z.infer<typeof attemptItem>;

/** Returns the record of a delivery's latest attempt, kept as long as the delivery. */
export const attemptOf = (
  delivery: Pick<AttemptItem, 'webhook_id' | 'event_id' | typeof table.timeToLive> & {
    readonly attempt_count: number;
  },
  outcome: Omit<AttemptItem, 'webhook_id' | 'event_id' | 'number' | typeof table.timeToLive>,
): AttemptItem => ({
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  number: delivery.attempt_count,
  ...outcome,
  [table.timeToLive]: delivery[table.timeToLive],
});

/** Records an attempt; conflicts when it is recorded already. */
export const createAttempt = (attempt: AttemptItem): Bookkeeping<AttemptItem> =>
  bookkeeping(
    'delivery',
    creation(attemptKey(attempt.webhook_id, attempt.event_id, attempt.number), attempt),
  );
