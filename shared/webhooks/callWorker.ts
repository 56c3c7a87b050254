import type { WebhookId } from '../contract/identifiers.ts';
import { wakeLane } from '../data/webhooks/lanes.ts';
import { announceDeliver } from '../queues/deliveries.ts';

/**
 * Wakes an endpoint's lane after deliveries were committed, and calls a worker if needed. Returns false when the endpoint is deleted. A
 * message that cannot be sent is not an error, because the lane is in the due index.
 */
export async function callWorker(webhookId: WebhookId, now: number): Promise<boolean> {
  const lane = await wakeLane(webhookId, now);
  if (lane?.needsWorker) await announceDeliver({ webhook_id: webhookId, queue: queueFor(lane) });
  return lane !== undefined;
}

/**
 * Commits deliveries and calls a worker for them. Also wakes the lane before the commit. So the due index has the lane even if the process
 * ends right after the commit, and a retry with the same `Idempotency-Key` need not wake the lane.
 */
export async function delivering<T>(webhookId: WebhookId, commitDeliveries: () => Promise<T>): Promise<T> {
  const before = await wakeLane(webhookId, Date.now());
  const committed = await commitDeliveries();
  const lane = await wakeLane(webhookId, Date.now());
  if (lane && (before?.needsWorker || lane.needsWorker))
    await announceDeliver({ webhook_id: webhookId, queue: queueFor(lane) });
  return committed;
}

/** Returns the queue whose workers deliver to an endpoint. */
export const queueFor = ({ is_slow }: { readonly is_slow: boolean }): 'quick' | 'slow' =>
  is_slow ? 'slow' : 'quick';
