import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { accountId, rest } from '../account.ts';
import { documentIsReady, invite, upload } from '../client.ts';
import { needed, type Rehearsal, tested } from '../rehearsal.ts';

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

/** The mails that the emulator accepted, by account. */
const accepted = z.object({
  messages: z.record(z.string(), z.array(z.looseObject({ To: z.array(z.string()), BodyText: z.string() }))),
});
const patienceMilliseconds = 120_000;
const pollMilliseconds = 500;

/**
 * Verifies the domain as an operator, and invites somebody. The worker has only its own role, so it may send only from the stage's address.
 * The emulator sends no events of SES.
 */
export async function sendMail(rehearsal: Rehearsal): Promise<string> {
  const domain = tested.mailFrom.split('@').at(-1);
  await rest('ses', 'POST', '/v2/email/identities', { EmailIdentity: domain });
  const email = 'guest@example.com';
  const began = performance.now();
  const url = await invite(rehearsal, email);
  for (;;) {
    const { messages } = z.parse(accepted, await rest('ses', 'GET', '/_ministack/ses/messages'));
    const mails = (messages[accountId] ?? []).filter(({ To }) => To.includes(email));
    if (mails.some(({ BodyText }) => BodyText.includes(url)))
      return `the mail of an invitation is there after ${Math.round((performance.now() - began) / 1000)} s`;
    if (performance.now() - began > patienceMilliseconds) throw new Error('No mail was sent');
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}
