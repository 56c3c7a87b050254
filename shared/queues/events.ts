import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { EventId, OrganizationId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { FanOutEventMessage } from './messages.ts';

const queueUrl = environment('eventsQueueUrl');

/** What SQS needs to know of an event. */
export interface QueuedEvent {
  readonly id: EventId;
  /** Absent where only the id is known. */
  readonly organization_id?: OrganizationId;
}

/** Up to 10 events, in one request. */
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

/** Sends at once what was just committed. Never throws: the due index sends again what is lost. */
export async function announceEvents(events: readonly QueuedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sendEvents(events).catch((error: unknown) =>
    log.warn('events not sent; the sweep will send them', {
      event_ids: events.map(({ id }) => id),
      error: String(error),
    }),
  );
}
