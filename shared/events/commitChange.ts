import type { OrganizationId } from '../contract/identifiers.ts';
import { createActivity } from '../data/activity.ts';
import { markChain } from '../data/chains.ts';
import { type Committed, transact, type Write, writeBookkeeping } from '../data/commit.ts';
import { unlessConflict } from '../data/conflict.ts';
import { createEvent, type EventItem, replaceEvent, withoutFanOut } from '../data/events.ts';
import type { OrganizationItem } from '../data/organizations.ts';
import { pause } from '../data/pause.ts';
import { hasEndpoints } from '../data/webhooks.ts';
import { log } from '../log.ts';
import { announceEvents } from '../queues/events.ts';
import type { ChangeRecord } from './records.ts';

/** The answer to the question, asked before a change, whether its organization has endpoints that could be told of it. */
export interface Audience {
  readonly organization_id: OrganizationId;
  readonly isThere: boolean;
}

/** Returns the audience of an organization that was read for something else, or is new. */
export const audienceOf = ({ id, webhook_count }: OrganizationItem): Audience => ({
  organization_id: id,
  isThere: webhook_count > 0,
});

/** Organizations that had endpoints, until when that is believed (epoch milliseconds): at worst an event is fanned out in vain. */
const awaiting = new Map<OrganizationId, number>();
const believedMilliseconds = 60_000;

/** Looks for the audience in an organization. Handlers look while they load, so that it costs no round trip. */
export async function lookForAudience(organization_id: OrganizationId | null): Promise<Audience | undefined> {
  if (organization_id === null) return undefined;
  if ((awaiting.get(organization_id) ?? 0) > Date.now()) return { organization_id, isThere: true };
  const isThere = await hasEndpoints(organization_id);
  if (isThere) awaiting.set(organization_id, Date.now() + believedMilliseconds);
  else awaiting.delete(organization_id);
  return { organization_id, isThere };
}

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
  const events = recorded.flatMap(({ event }) => event ?? []);
  const due = events.filter(({ due_at_ms }) => due_at_ms !== undefined);
  const [isAwaited] = await Promise.all([hasAudience(due, audience), markLists(recorded)]);
  const committed = await transact([
    ...writes,
    ...(isAwaited ? events : events.map(withoutFanOut)).map(createEvent),
    ...recorded.map(({ entry, list }) => createActivity(entry, list)),
  ]);
  await Promise.all([isAwaited ? announceEvents(due) : tellNewcomers(due), announce?.()]);
  return committed.slice(0, writes.length) as Committed<W>;
}

/** Marks the lists of activity before the entries are there, so that they are sealed some minutes later. */
const markLists = (records: readonly ChangeRecord[]): Promise<unknown> =>
  Promise.all([...new Set(records.map(({ list }) => list))].map((list) => markChain(list)));

/** `known`: the audience of its organization is not looked for again. */
async function hasAudience([event]: readonly EventItem[], known?: Audience): Promise<boolean> {
  if (!event) return false;
  const { organization_id } = event;
  const audience =
    known?.organization_id === organization_id ? known : await lookForAudience(organization_id);
  return audience?.isThere === true;
}

/** The second look goes on for so long while the store is away, after the SDK's own retries: a client waits for its answer. */
const patienceMilliseconds = 5000;
const pauseMilliseconds = 250;

/** Has events fanned out, which nobody was there for, if an endpoint was registered meanwhile. */
async function tellNewcomers(events: readonly EventItem[]): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      if (await hasAudience(events)) await fallDue(events);
      return;
    } catch (error) {
      if (performance.now() >= deadline) {
        // The change is committed: its client is to hear of that.
        log.error('events not told to who came meanwhile', { event_ids: events.map(({ id }) => id), error });
        return;
      }
      await pause(pauseMilliseconds);
    }
  }
}

async function fallDue(events: readonly EventItem[]): Promise<void> {
  // A conflict: a commit before this one got through, and its answer was lost.
  await unlessConflict(writeBookkeeping(events.map(replaceEvent)));
  await announceEvents(events);
}
