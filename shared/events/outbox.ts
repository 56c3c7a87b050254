import type { Change, Committed, Write } from '../data/commit.ts';
import { commitWithEvents, type Telling } from '../data/events.ts';
import { announceEvents } from '../queues/events.ts';

export interface ChangeToCommit<W extends readonly (Write | Change)[]> {
  /** The events that tell of the change. */
  readonly events: readonly [Telling, ...Telling[]];
  readonly writes: W;
  /** Announces what else the change calls for, at the same time as the events. Must not throw. Default: nothing */
  readonly announce?: () => Promise<void>;
}

/**
 * Commits a change with the events that tell of it, all or nothing (transactional outbox), and has them fanned out. Resolves
 * with the items as committed, and throws what `commit` throws; a message that cannot be sent is no error, because the due
 * index sends it again.
 */
export async function commitChange<const W extends readonly (Write | Change)[]>({
  events,
  writes,
  announce,
}: ChangeToCommit<W>): Promise<Committed<W>> {
  const told = events.flat();
  const committed = await commitWithEvents(told, writes);
  await Promise.all([announceEvents(told), announce?.()]);
  return committed;
}
