import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment } from '../environment.ts';
import { sqs } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { RemoveDeletedMessage } from './messages.ts';

const queueUrl = environment('removalsQueueUrl');

/** Asks for a deleted document or organization to be removed. */
export async function sendRemoveDeleted(deleted: RemoveDeletedMessage): Promise<void> {
  const message: RemoveDeletedMessage =
    'document_id' in deleted
      ? { document_id: deleted.document_id }
      : { organization_id: deleted.organization_id };
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(),
      MessageBody: JSON.stringify(message),
      MessageGroupId: groupOfSwept,
    }),
  );
}
