import { setTimeout as pause } from 'node:timers/promises';
import { type Change, writeBookkeeping } from '../data/table/commit.ts';
import { unlessConflict } from '../data/table/conflict.ts';
import { createEvent, type EventItem, replaceEvent, withoutFanOut } from '../data/webhooks/events.ts';
import { announceEvents } from '../queues/events.ts';
import { log } from '../runtime/log.ts';
import { type Audience, loadAudience } from './audience.ts';

/**
 * Publishes events of one organization: stores them with their change, and announces them. Only records with an event refer to this object,
 * so that the bundles of functions without events have no code of queues.
 */
export const publisher = {
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
        if (await publisher.hasAudience(events)) await fallDue(events);
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
