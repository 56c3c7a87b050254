import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { EventId, OrganizationId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { FanOutEventMessage } from './messages.ts';

const queueUrl = environment('eventsQueueUrl');

/** The part of an event that its message needs. */
export interface QueuedEvent {
  readonly id: EventId;
  /** Absent when only the id is known. */
  readonly organization_id?: OrganizationId;
}

/** Sends up to 10 events, in one request. Throws when SQS does not take all of them. */
export async function sendEvents(events: readonly QueuedEvent[]): Promise<void> {
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl(),
      Entries: events.map(({ id, organization_id }, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify({ event_id: id } satisfies FanOutEventMessage),
        MessageGroupId: organization_id ?? groupOfSwept,
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(`SQS did not take ${Failed.length} messages: ${Failed[0]?.Message}`);
}

/** Sends events that were just committed. Never throws: the due index sends again what is lost. */
export async function announceEvents(events: readonly QueuedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sendEvents(events).catch((error: unknown) =>
    log.warn('events not sent; the sweep will send them', {
      event_ids: events.map(({ id }) => id),
      error: String(error),
    }),
  );
}
