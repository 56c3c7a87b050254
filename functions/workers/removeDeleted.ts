import type { Context } from 'aws-lambda';
import { consumer } from '../../shared/queues/consumer.ts';
import { removeDeletedMessage } from '../../shared/queues/messages.ts';
import { removeDocument } from './removeDeleted/document.ts';
import { removeOrganization } from './removeDeleted/organization.ts';

/** A page of items takes a second or two; what is left of something large is the next invocation's. */
const reservedMilliseconds = 15_000;

/**
 * Removes a deleted document or organization that cannot be restored any more. It can be killed anywhere: each step is as good
 * twice as once, what an item leads to goes before the item, what was deleted last, and until then the due index has it removed
 * again.
 */
export const handler = consumer(removeDeletedMessage, (deleted, context: Context) => {
  const isOver = () => context.getRemainingTimeInMillis() < reservedMilliseconds;
  return 'document_id' in deleted
    ? removeDocument(deleted.document_id, isOver)
    : removeOrganization(deleted.organization_id, isOver);
});
