import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId } from '../contract/identifiers.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import { type Change, writeBookkeeping } from '../data/table/commit.ts';
import { unlessConflict } from '../data/table/conflict.ts';
import { createEvent, type EventItem, replaceEvent, withoutFanOut } from '../data/webhooks/events.ts';
import { hasEndpoints } from '../data/webhooks/webhooks.ts';
import { announceEvents } from '../queues/events.ts';
import { log } from '../runtime/log.ts';

/** Whether an organization has endpoints that may receive an event, as read before the change. */
export interface Audience {
  readonly organization_id: OrganizationId;
  readonly isThere: boolean;
}

/** Returns the audience of an organization that the caller has loaded or just created. */
export const audienceOf = ({ id, webhook_count }: OrganizationItem): Audience => ({
  organization_id: id,
  isThere: webhook_count > 0,
});

/**
 * The time until which an organization counts as having endpoints (epoch milliseconds). If its last endpoint was deleted meanwhile, an
 * event is stored, and no endpoint gets it.
 */
const awaiting = new Map<OrganizationId, number>();
const believedMilliseconds = 60_000;

/** Loads the audience of an organization. Handlers call it while they load other items, so that it costs no extra round trip. */
export async function loadAudience(organization_id: OrganizationId | null): Promise<Audience | undefined> {
  if (organization_id === null) return undefined;
  if ((awaiting.get(organization_id) ?? 0) > Date.now()) return { organization_id, isThere: true };
  const isThere = await hasEndpoints(organization_id);
  if (isThere) awaiting.set(organization_id, Date.now() + believedMilliseconds);
  else awaiting.delete(organization_id);
  return { organization_id, isThere };
}

/**
 * Stores and announces events of one organization. Only records with an event refer to this object, so that functions without events need
 * no queue.
 */
export const outbox = {
  /** Returns whether an endpoint may receive the events. `known`: the audience, if the caller has loaded it. */
  async hasAudience([event]: readonly EventItem[], known?: Audience): Promise<boolean> {
    if (!event) return false;
    const { organization_id } = event;
    const audience = known?.organization_id === organization_id ? known : await loadAudience(organization_id);
    return audience?.isThere === true;
  },

  /** Returns the writes that store events. `isAwaited`: there is an endpoint that may receive them. */
  writesOf: (events: readonly EventItem[], isAwaited: boolean): Change[] =>
    (isAwaited ? events : events.map(withoutFanOut)).map(createEvent),

  /** Announces committed events. Never throws: the sweep sends lost messages again. */
  announce: announceEvents,

  /**
   * Fans out events that were committed while there was no endpoint, if one was registered meanwhile. While the store is unavailable,
   * retries for some seconds only, because a client waits for the answer. Never throws: the change is committed.
   */
  async notifyNewEndpoints(events: readonly EventItem[]): Promise<void> {
    const deadline = performance.now() + patienceMilliseconds;
    for (;;) {
      try {
        if (await outbox.hasAudience(events)) await fallDue(events);
        return;
      } catch (error) {
        if (performance.now() >= deadline) {
          log.error('events not sent to endpoints registered meanwhile', {
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

/** The time for retries after the SDK's own retries. */
const patienceMilliseconds = 5000;
const pauseMilliseconds = 250;

async function fallDue(events: readonly EventItem[]): Promise<void> {
  // A conflict means that an earlier attempt was committed and its answer was lost.
  await unlessConflict(writeBookkeeping(events.map(replaceEvent)));
  await announceEvents(events);
}
