import type { OrganizationId } from '../contract/identifiers.ts';
import type { Act } from '../data/activity.ts';
import { markChain } from '../data/chains.ts';
import { type Change, type Committed, commit, type Write } from '../data/commit.ts';
import { ConflictError } from '../data/conflict.ts';
import { commitWithEvents, type EventItem, fallDue, type Telling, withoutFanOut } from '../data/events.ts';
import type { OrganizationItem } from '../data/organizations.ts';
import { pause } from '../data/pause.ts';
import { hasEndpoints } from '../data/webhooks.ts';
import { log } from '../log.ts';
import { announceEvents } from '../queues/events.ts';
import { activityListOf } from './activityLists.ts';

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

export interface ChangeToCommit<W extends readonly (Write | Change)[]> {
  /** The events that tell of the change, all of one organization. */
  readonly events: readonly [Telling, ...Telling[]];
  readonly writes: W;
  /** The entries of what is done besides, which no event tells of. Default: none */
  readonly acts?: readonly Act[];
  /** Default: it is looked for */
  readonly audience?: Audience | undefined;
  /** Announces what else the change calls for, at the same time as the events. Must not throw. Default: nothing */
  readonly announce?: () => Promise<void>;
}

/**
 * Commits a change with the events that tell of it, all or nothing (transactional outbox), and has them fanned out where the
 * organization has endpoints. Resolves with the items as committed, and throws what `commit` throws; a message that cannot be
 * sent is no error, because the due index sends it again.
 *
 * An endpoint is told of what is committed after it. Where there was none as the change began, one can have been registered
 * meanwhile, so the organization is looked at once more, for some seconds while the store is away. Only if the process ends
 * before that, or the store stays away, is such an endpoint, the first of its organization, not told of this change; what
 * begins after its registration is told in any case.
 */
export async function commitChange<const W extends readonly (Write | Change)[]>({
  events,
  writes,
  acts = [],
  audience,
  announce,
}: ChangeToCommit<W>): Promise<Committed<W>> {
  const told = events.flat();
  const [isAwaited] = await Promise.all([isAnybodyThere(told, audience), markLists(told, acts)]);
  const committed = await commitWithEvents(
    isAwaited ? told : told.map(withoutFanOut),
    writes,
    acts.map(({ entry }) => entry),
  );
  await Promise.all([isAwaited ? announceEvents(told) : tellWhoCameMeanwhile(told), announce?.()]);
  return committed;
}

/** Marks the activity that events become entries of, before they are there: whoever seals it looks for them some minutes later. */
const markLists = (told: readonly EventItem[], acts: readonly Act[]): Promise<unknown> => {
  const lists = new Set([...told.map(activityListOf), ...acts.map(({ list }) => list)]);
  return Promise.all([...lists].map((list) => markChain(list)));
};

/** `known`: nobody is looked for again in the organization that it is of. */
async function isAnybodyThere([event]: readonly EventItem[], known?: Audience): Promise<boolean> {
  if (!event) return false;
  const { organization_id } = event;
  const audience =
    known?.organization_id === organization_id ? known : await lookForAudience(organization_id);
  return audience?.isThere === true;
}

/** The second look goes on for so long while the store is away, after the SDK's own retries: a client waits for its answer. */
const patienceMilliseconds = 5000;
const pauseMilliseconds = 250;

async function tellWhoCameMeanwhile(told: readonly EventItem[]): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      if (await isAnybodyThere(told)) await fallDueOnce(told);
      return;
    } catch (error) {
      if (performance.now() >= deadline) {
        // The change is committed: its client is to hear of that.
        log.error('events not told to who came meanwhile', { event_ids: told.map(({ id }) => id), error });
        return;
      }
      await pause(pauseMilliseconds);
    }
  }
}

async function fallDueOnce(told: readonly EventItem[]): Promise<void> {
  try {
    await commit(told.map(fallDue));
  } catch (error) {
    // A commit before this one got through, and its answer was lost.
    if (!(error instanceof ConflictError)) throw error;
  }
  await announceEvents(told);
}
