import { afterAll, beforeEach, vi } from 'vitest';
import * as z from 'zod/mini';
import type { FunctionName } from '../../../infra/functions/manifest.ts';
import { type QueueName, queues } from '../../../shared/runtime/stores.ts';
import { type FileOptions, type SharedStage, sharedStage } from './sharedStage.ts';

const batchSize = 10;

const batchResponse = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

interface QueuedMessage {
  readonly queue: QueueName;
  readonly body: string;
}

export type WebhookStage = Awaited<ReturnType<typeof sharedWebhookStage>>;

/**
 * Returns the stage of this process. It fans out and delivers events only when a test calls for it. Its clock has the real time at the
 * beginning of each test.
 */
export async function sharedWebhookStage(options?: FileOptions) {
  const stage = await sharedStage(options);
  /** All messages that were taken from a queue. */
  const messages: QueuedMessage[] = [];
  /** Takes the messages that are in a queue now. */
  const take = async (queue: QueueName) => {
    const bodies = await stage.takeMessages(queue);
    messages.push(...bodies.map((body) => ({ queue, body })));
    return bodies;
  };
  /** Passes messages to the workers of a queue, all batches at once. Throws when a message fails. */
  const work = async (queue: QueueName, bodies: readonly string[]) => {
    const batches = Array.from({ length: Math.ceil(bodies.length / batchSize) }, (_, index) =>
      bodies.slice(index * batchSize, (index + 1) * batchSize),
    );
    await Promise.all(batches.map((batch) => invokeWith(stage, queues[queue].consumer, batch)));
  };
  const drain = async (queue: QueueName) => {
    const bodies = await take(queue);
    await work(queue, bodies);
    return bodies.length;
  };
  /** Fans out events and attempts deliveries until only delayed messages are left. */
  const deliver = async () => {
    for (;;) {
      const fannedOut = await drain('events');
      const delivered = await Promise.all([drain('deliveries'), drain('slowDeliveries')]);
      if (fannedOut + delivered[0] + delivered[1] === 0) return;
    }
  };
  /** Stops the clock of this process at a time (epoch milliseconds; default: the real time). Timers and sockets are not affected. */
  const setClock = (time = performance.timeOrigin + performance.now()) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(time) });
  };
  /**
   * Sets the clock, and does the work that is due then. Does not wait for delayed messages, because the sweep sends other messages for the
   * same work.
   */
  const passTimeUntil = async (time: number) => {
    setClock(time);
    await stage.sweepIfDue();
    await deliver();
  };
  beforeEach(() => setClock());
  afterAll(() => {
    vi.useRealTimers();
  });
  return {
    ...stage,
    messages,
    take,
    work,
    deliver,
    setClock,
    passTimeUntil,
    passTime: (milliseconds: number) => passTimeUntil(Date.now() + milliseconds),
  };
}

async function invokeWith(stage: SharedStage, name: FunctionName, bodies: readonly string[]): Promise<void> {
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const { batchItemFailures } = z.parse(batchResponse, await stage.invoke(name, { Records }));
  if (batchItemFailures.length > 0)
    throw new Error(
      `${name} failed with ${batchItemFailures.map(({ itemIdentifier }) => bodies[Number(itemIdentifier)])}`,
    );
}
