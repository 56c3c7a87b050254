import * as z from 'zod/mini';
import {
  actorId,
  documentId,
  eventId,
  organizationId,
  versionId,
  webhookId,
} from '../contract/identifiers.ts';

/** Queues carry ids only; the state is in the table. Messages stand apart from the clients, so that consumers load none. */

export const processVersionMessage = z.object({
  document_id: documentId,
  version_id: versionId,
  /** Absent outside any organization, and where only the ids are known. */
  organization_id: z.optional(organizationId),
  /** Sent once for each version, when it was committed. */
  is_new: z.optional(z.boolean()),
  /** The file was not done within the time of ordinary ones. The message is in the queue of slow ones. */
  is_slow: z.optional(z.boolean()),
});
export type ProcessVersionMessage = z.infer<typeof processVersionMessage>;

/** The events that tell of one change, or those of them that are known; or views that are to be told of together. */
export const fanOutEventMessage = z.union([
  z.object({ event_ids: z.array(eventId) }),
  z.object({ views: z.object({ document_id: documentId, minute: z.int(), network: z.string() }) }),
]);
export type FanOutEventMessage = z.infer<typeof fanOutEventMessage>;

/**
 * Asks for a deleted document or organization to be removed, when it cannot be restored any more; of an organization also for its
 * deletion to be completed.
 */
export const removeDeletedMessage = z.union([
  z.object({ document_id: documentId }),
  z.object({ organization_id: organizationId }),
]);
export type RemoveDeletedMessage = z.infer<typeof removeDeletedMessage>;

/** Asks for something to be made of a version's file for those who read it. */
export const prepareCopyMessage = z.discriminatedUnion('kind', [
  /** Its pages as pictures. */
  z.object({ kind: z.literal('pages'), document_id: documentId, version_id: versionId }),
  /** A copy of it with one reader's watermark. */
  z.object({
    kind: z.literal('stamped'),
    document_id: documentId,
    version_id: versionId,
    reader_id: actorId,
    copy_id: z.uuid(),
  }),
]);
export type PrepareCopyMessage = z.infer<typeof prepareCopyMessage>;

/** Calls a worker to an endpoint, through the queue for those that answer quickly or the one for the others. */
export const deliverMessage = z.object({ webhook_id: webhookId, queue: z.enum(['quick', 'slow']) });
export type DeliverMessage = z.infer<typeof deliverMessage>;
