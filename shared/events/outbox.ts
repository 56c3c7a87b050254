import { commit, type Write } from '../data/commit.ts';
import { createEvent, type EventItem } from '../data/events.ts';
import { announceEvents } from '../queues/events.ts';

/**
 * Commits a change and the events that tell of it, all or nothing (transactional outbox), and then has the events fanned
 * out. Throws what `commit` throws; a message that cannot be sent is no error, because the due index sends it again.
 */
export async function commitWithEvents(
  events: readonly EventItem[],
  ...writes: readonly [Write, ...Write[]]
): Promise<void> {
  await commit(...writes, ...events.map(createEvent));
  await announceEvents(events);
}
