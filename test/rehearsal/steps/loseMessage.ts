import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { rest } from '../account.ts';
import { documentIsReady, upload } from '../client.ts';
import { needed, type Rehearsal } from '../rehearsal.ts';

const mappings = z.object({
  EventSourceMappings: z.array(z.looseObject({ UUID: z.string(), EventSourceArn: z.string() })),
});
const mappingsPath = '/2015-03-31/event-source-mappings/';

/** Loses a message while nothing polls the queue. Then the scheduled sweep must find the work in the table. */
export async function loseMessage(rehearsal: Rehearsal): Promise<string> {
  const QueueUrl = await rehearsal.output('ProcessingQueueUrl');
  const queue = QueueUrl.split('/').at(-1) ?? '';
  const { EventSourceMappings } = z.parse(mappings, await rest('lambda', 'GET', mappingsPath));
  const mapping = EventSourceMappings.find(({ EventSourceArn }) => EventSourceArn.endsWith(`:${queue}`));
  const poll = (Enabled: boolean) =>
    rest('lambda', 'PUT', `${mappingsPath}${needed(mapping, 'event source mapping').UUID}`, { Enabled });

  await poll(false);
  const { apiKey } = needed(rehearsal.first, 'the first key');
  const documentId = await upload(rehearsal, apiKey, 'Its message is lost');
  await new SQSClient().send(new PurgeQueueCommand({ QueueUrl }));
  await poll(true);
  const began = performance.now();
  await documentIsReady(rehearsal, documentId);
  return `the sweep found the document's work ${Math.round((performance.now() - began) / 1000)} s later`;
}
