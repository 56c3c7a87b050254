import { environment } from '../runtime/environment.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { RemoveDeletedMessage } from './messages.ts';

const queueUrl = environment('removalsQueueUrl');

/** Asks for a deleted document or organization to be removed. */
export async function sendRemoveDeleted(deleted: RemoveDeletedMessage): Promise<void> {
  const message: RemoveDeletedMessage =
    'document_id' in deleted
      ? { document_id: deleted.document_id }
      : { organization_id: deleted.organization_id };
  await sendMessage(queueUrl(), message, groupOfSwept);
}
