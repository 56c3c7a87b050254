import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment } from '../environment.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { RemoveDeletedMessage } from './messages.ts';

const queueUrl = environment('removalsQueueUrl');

/** Asks for a deleted document to be removed. */
export async function sendRemoveDeleted({ document_id }: RemoveDeletedMessage): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(),
      MessageBody: JSON.stringify({ document_id }),
      MessageGroupId: groupOfSwept,
    }),
  );
}
