import type { WebhookId } from '../contract/identifiers.ts';
import { wakeLane } from '../data/lanes.ts';
import { announceDeliver } from '../queues/deliveries.ts';

/**
 * Has an endpoint's deliveries, which have been committed, delivered: wakes its lane, and calls a worker where one is needed.
 * Answers false when the endpoint is deleted. A message that cannot be sent is no error: the lane is in the due index.
 */
export async function callWorker(webhookId: WebhookId, now: number): Promise<boolean> {
  const lane = await wakeLane(webhookId, now);
  if (lane?.needsWorker) await announceDeliver({ webhook_id: webhookId, queue: queueFor(lane) });
  return lane !== undefined;
}

/** The queue whose workers deliver to an endpoint. */
export const queueFor = ({ is_slow }: { readonly is_slow: boolean }): 'quick' | 'slow' =>
  is_slow ? 'slow' : 'quick';
