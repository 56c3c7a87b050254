import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import type { ProcessVersionMessage } from './messages.ts';

const queueUrl = environment('processingQueueUrl');

export async function sendProcessVersion({ document_id, version_id }: ProcessVersionMessage): Promise<void> {
  const body: ProcessVersionMessage = { document_id, version_id };
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody: JSON.stringify(body) }));
}

/**
 * Sends at once what was just committed. Never throws: the change is acknowledged already, and the due index sends the
 * message again when this one is lost.
 */
export async function announceVersion(version: {
  readonly document_id: string;
  readonly id: string;
}): Promise<void> {
  const message = { document_id: version.document_id, version_id: version.id };
  await sendProcessVersion(message).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...message, error: String(error) }),
  );
}
