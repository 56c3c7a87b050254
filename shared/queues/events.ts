import type { EventId, OrganizationId } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { FanOutEventMessage } from './messages.ts';

const queueUrl = environment('eventsQueueUrl');

type Views = Extract<FanOutEventMessage, { readonly views: unknown }>['views'];

/** The attributes of an event that are needed to send its message. */
interface QueuedEvent {
  readonly id: EventId;
  /** Absent if only the id is known. */
  readonly organization_id?: OrganizationId;
}

/** Sends the events of one change, in one message. */
export async function sendEvents(events: readonly [QueuedEvent, ...QueuedEvent[]]): Promise<void> {
  const [{ organization_id }] = events;
  const message: FanOutEventMessage = { event_ids: events.map(({ id }) => id) };
  await sendMessage(queueUrl(), message, organization_id ?? groupOfSwept);
}

/** Sends events that were just committed. Never throws, because the sweep sends a lost message again. */
export async function announceEvents(events: readonly QueuedEvent[]): Promise<void> {
  const [first, ...others] = events;
  if (!first) return;
  await sendEvents([first, ...others]).catch((error: unknown) =>
    log.warn('events not sent; the sweep will send them', {
      event_ids: events.map(({ id }) => id),
      error: String(error),
    }),
  );
}

/** Sends the message that makes one event from several counted views. */
export const sendViews = (views: Views, group: string = groupOfSwept, delaySeconds = 0): Promise<void> =>
  sendMessage(queueUrl(), { views } satisfies FanOutEventMessage, group, delaySeconds);

/** Does the same as `sendViews` after `delaySeconds`. Never throws, because the sweep sends a lost message again. */
export const announceViews = (
  views: Views,
  organizationId: OrganizationId,
  delaySeconds: number,
): Promise<void> =>
  sendViews(views, organizationId, delaySeconds).catch((error: unknown) =>
    log.warn('views not sent; the sweep will send them', { ...views, error: String(error) }),
  );
