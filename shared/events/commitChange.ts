import { createActivity } from '../data/activity/activity.ts';
import { createChangedFields } from '../data/activity/changedFields.ts';
import { markList } from '../data/activity/marks.ts';
import { createRoomActivity } from '../data/activity/roomActivity.ts';
import { type Committed, transact, type Write } from '../data/table/commit.ts';
import type { Audience } from './audience.ts';
import type { ChangeRecord } from './records/record.ts';

/** A change without an entry of activity, and the reason why it has none. */
interface Unrecorded {
  readonly unrecorded: 'outside of any organization' | 'seed';
}
export const outsideOfAnyOrganization: Unrecorded = { unrecorded: 'outside of any organization' };

/** The activity entries and events of a change. All events belong to one organization. */
export type Records = readonly [ChangeRecord, ...(ChangeRecord | undefined)[]] | Unrecorded;

interface ChangeToCommit<W extends readonly Write[]> {
  readonly records: Records;
  readonly writes: W;
  /** Default: `commitChange` loads it when there are events */
  readonly audience?: Audience | undefined;
  /** Announces other work that the change needs, at the same time as the events. Must not throw. Default: nothing */
  readonly announce?: () => Promise<unknown>;
}

/**
 * Commits a change by a person or a worker: the state, its entries of activity and its events, all or nothing (transactional outbox).
 * Announces the events if the organization has endpoints. Returns the items after the change. Throws what `transact` throws. A message that
 * cannot be sent is no error, because the sweep sends it again.
 *
 * An endpoint receives the events of changes committed after its registration. If there was no endpoint when the change began, the
 * organization is read again after the commit, because an endpoint may have been registered meanwhile. This read is retried for some
 * seconds while the store is unavailable. The first endpoint of an organization misses this change only if the process ends before the
 * read, or if the store stays unavailable.
 */
export async function commitChange<const W extends readonly Write[]>({
  records,
  writes,
  audience,
  announce,
}: ChangeToCommit<W>): Promise<Committed<W>> {
  const recorded = 'unrecorded' in records ? [] : records.filter((record) => record !== undefined);
  const publisher = recorded.find((record) => record.publisher)?.publisher;
  const events = recorded.flatMap(({ event }) => event ?? []);
  const [isAwaited = false] = await Promise.all([
    publisher?.hasAudience(events, audience),
    markLists(recorded),
  ]);
  const committed = await transact([
    ...writes,
    ...(publisher?.writesOf(events, isAwaited) ?? []),
    ...recorded.flatMap(({ entry, list, changed = [] }) => [
      createActivity(entry, list),
      ...createRoomActivity(entry, list),
      ...createChangedFields(entry, changed),
    ]),
  ]);
  await Promise.all([
    isAwaited ? publisher?.announce(events) : publisher?.notifyNewEndpoints(events),
    announce?.(),
  ]);
  return committed.slice(0, writes.length) as Committed<W>;
}

/** Marks the lists of activity before the entries are written, so that the sealer seals these lists some minutes later. */
const markLists = (records: readonly ChangeRecord[]): Promise<unknown> =>
  Promise.all([...new Set(records.map(({ list }) => list))].map((list) => markList(list)));
