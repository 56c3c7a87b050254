import { wakeLane } from '../data/lanes.ts';
import { summonWorker } from '../queues/deliveries.ts';

/**
 * Has an endpoint's deliveries, which have been committed, delivered. Answers false when the endpoint is deleted. A message
 * that cannot be sent is no error: the lane is in the due index.
 */
export async function callForWorker(webhook_id: string, now: number): Promise<boolean> {
  const lane = await wakeLane(webhook_id, now);
  if (lane?.summon) await summonWorker({ webhook_id, queue: lane.is_slow ? 'slow' : 'quick' });
  return lane !== undefined;
}
