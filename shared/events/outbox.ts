import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId } from '../contract/identifiers.ts';
import { type Change, writeBookkeeping } from '../data/commit.ts';
import { unlessConflict } from '../data/conflict.ts';
import { createEvent, type EventItem, replaceEvent, withoutFanOut } from '../data/events.ts';
import type { OrganizationItem } from '../data/organizations.ts';
import { hasEndpoints } from '../data/webhooks.ts';
import { log } from '../log.ts';
import { announceEvents } from '../queues/events.ts';

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

/**
 * What has events of one organization fanned out. Records of changes that endpoints are told of bring it along, so that functions
 * whose changes nobody is told of need no queue.
 */
export const outbox = {
  /** `known`: the audience of its organization is not looked for again. */
  async hasAudience([event]: readonly EventItem[], known?: Audience): Promise<boolean> {
    if (!event) return false;
    const { organization_id } = event;
    const audience =
      known?.organization_id === organization_id ? known : await lookForAudience(organization_id);
    return audience?.isThere === true;
  },

  /** Returns the writes of events. `isAwaited`: there is an endpoint that may receive them. */
  writesOf: (events: readonly EventItem[], isAwaited: boolean): Change[] =>
    (isAwaited ? events : events.map(withoutFanOut)).map(createEvent),

  /** Announces committed events. Never throws: the due index sends again what is lost. */
  announce: announceEvents,

  /**
   * Has events fanned out that were committed while there was no endpoint, if one was registered meanwhile. It goes on for some seconds
   * while the store is away, because a client waits for its answer. Never throws: the change is committed.
   */
  async tellNewcomers(events: readonly EventItem[]): Promise<void> {
    const deadline = performance.now() + patienceMilliseconds;
    for (;;) {
      try {
        if (await outbox.hasAudience(events)) await fallDue(events);
        return;
      } catch (error) {
        if (performance.now() >= deadline) {
          log.error('events not told to who came meanwhile', {
            event_ids: events.map(({ id }) => id),
            error,
          });
          return;
        }
        await pause(pauseMilliseconds);
      }
    }
  },
};

/** After the SDK's own retries. */
const patienceMilliseconds = 5000;
const pauseMilliseconds = 250;

async function fallDue(events: readonly EventItem[]): Promise<void> {
  // A conflict: a commit before this one got through, and its answer was lost.
  await unlessConflict(writeBookkeeping(events.map(replaceEvent)));
  await announceEvents(events);
}
