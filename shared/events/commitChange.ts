import { createActivity } from '../data/activity.ts';
import { type Committed, transact, type Write } from '../data/commit.ts';
import { markList } from '../data/marks.ts';
import type { Audience } from './outbox.ts';
import type { ChangeRecord } from './records.ts';

/** A change that no list of activity has a place for; the reason says why. */
interface Unrecorded {
  readonly unrecorded: 'outside of any organization' | 'seed';
}
export const outsideOfAnyOrganization: Unrecorded = { unrecorded: 'outside of any organization' };

/** What a change is on record as. All events are of one organization. */
export type Records = readonly [ChangeRecord, ...(ChangeRecord | undefined)[]] | Unrecorded;

interface ChangeToCommit<W extends readonly Write[]> {
  readonly records: Records;
  readonly writes: W;
  /** Default: it is looked for where there are events */
  readonly audience?: Audience | undefined;
  /** Announces what else the change calls for, at the same time as the events. Must not throw. Default: nothing */
  readonly announce?: () => Promise<void>;
}

/**
 * Commits what a person decided or a worker concluded: the state, its entries of activity and its events, all or nothing
 * (transactional outbox), and has the events fanned out where the organization has endpoints. Resolves with the items as they are
 * then, and throws what `transact` throws; a message that cannot be sent is no error, because the due index sends it again.
 *
 * An endpoint receives the events of changes committed after its registration. Where there was no endpoint as the change began, one
 * can have been registered meanwhile, so the organization is looked at once more, for some seconds while the store is away. Only
 * if the process ends before that, or the store stays away, does such an endpoint, the first of its organization, miss this
 * change; it receives every change that begins after its registration.
 */
export async function commitChange<const W extends readonly Write[]>({
  records,
  writes,
  audience,
  announce,
}: ChangeToCommit<W>): Promise<Committed<W>> {
  const recorded = 'unrecorded' in records ? [] : records.filter((record) => record !== undefined);
  const outbox = recorded.find((record) => record.outbox)?.outbox;
  const events = recorded.flatMap(({ event }) => event ?? []);
  const [isAwaited = false] = await Promise.all([outbox?.hasAudience(events, audience), markLists(recorded)]);
  const committed = await transact([
    ...writes,
    ...(outbox?.writesOf(events, isAwaited) ?? []),
    ...recorded.map(({ entry, list }) => createActivity(entry, list)),
  ]);
  await Promise.all([isAwaited ? outbox?.announce(events) : outbox?.tellNewcomers(events), announce?.()]);
  return committed.slice(0, writes.length) as Committed<W>;
}

/** Marks the lists of activity before the entries are there, so that they are sealed some minutes later. */
const markLists = (records: readonly ChangeRecord[]): Promise<unknown> =>
  Promise.all([...new Set(records.map(({ list }) => list))].map((list) => markList(list)));
