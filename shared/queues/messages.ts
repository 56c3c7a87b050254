import * as z from 'zod/mini';
import {
  actorId,
  documentId,
  eventId,
  groupId,
  mailId,
  organizationId,
  roomId,
  ulid,
  versionId,
  webhookId,
} from '../contract/identifiers.ts';

/**
 * Queues carry ids only; the state is in the table. The messages are in a file without a client of SQS, so that consumers do not load the
 * client.
 */

export const processVersionMessage = z.object({
  document_id: documentId,
  version_id: versionId,
  /** Absent outside any organization, and where only the ids are known. */
  organization_id: z.optional(organizationId),
  /** Sent once for each version, when it was committed. */
  is_new: z.optional(z.boolean()),
  /** The file exceeded the time for ordinary files; the message is in the slow queue. */
  is_slow: z.optional(z.boolean()),
});
export type ProcessVersionMessage = z.infer<typeof processVersionMessage>;

/** The events of one change (or those of them whose ids are known), or several views that share one event. */
export const fanOutEventMessage = z.union([
  z.object({ event_ids: z.array(eventId) }),
  z.object({ views: z.object({ document_id: documentId, minute: z.int(), network: z.string() }) }),
]);
export type FanOutEventMessage = z.infer<typeof fanOutEventMessage>;

/**
 * Requests the removal of a deleted version, of the entries of a deleted group, of what was in a deleted room or below a removed item of a
 * room, or of a deleted document or organization that cannot be restored any more; for an organization, also the completion of its
 * deletion.
 */
export const removeDeletedMessage = z.union([
  z.object({
    document_id: documentId,
    /** With neither it nor copies: the document itself. */
    version_id: z.optional(versionId),
    /** The copies of the document's state in rooms are to be updated. They are removed with a document that is gone. */
    copies: z.optional(ulid),
  }),
  z.object({
    organization_id: organizationId,
    /** A deleted group, whose entries are to be removed. With neither it nor a room: the organization itself. */
    group_id: z.optional(groupId),
    /** A deleted room. */
    room_id: z.optional(roomId),
    /** The removal of an item of the room. Absent: the room itself. */
    removal: z.optional(ulid),
  }),
]);
export type RemoveDeletedMessage = z.infer<typeof removeDeletedMessage>;

/** Requests a copy of a version's file for its readers. */
export const prepareCopyMessage = z.discriminatedUnion('kind', [
  /** Its pages as pictures. `first_only`: no more than the first page is needed. Releases before 1.1.0 make all. */
  z.object({
    kind: z.literal('pages'),
    document_id: documentId,
    version_id: versionId,
    first_only: z.optional(z.literal(true)),
  }),
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

/** Requests that the text of a version's pages is kept. */
export const keepTextMessage = z.object({ document_id: documentId, version_id: versionId });
export type KeepTextMessage = z.infer<typeof keepTextMessage>;

/** Requests that the entries of a document in the search index become what the document is now. `tenant`: the tenant's ULID */
export const indexDocumentMessage = z.object({ document_id: documentId, tenant: ulid });
export type IndexDocumentMessage = z.infer<typeof indexDocumentMessage>;

/** Calls a worker for an endpoint, through the queue for quick endpoints or the one for slow ones. */
export const deliverMessage = z.object({ webhook_id: webhookId, queue: z.enum(['quick', 'slow']) });
export type DeliverMessage = z.infer<typeof deliverMessage>;

/** Requests that a mail is sent. The form with a key is of release 1.0.0, whose worker made the notices about API keys. */
export const sendMailMessage = z.union([z.object({ mail_id: mailId }), z.object({ key_uuid: z.uuid() })]);

/** A person's request for access to a document, which may not exist. */
export const recordAccessRequestMessage = z.object({
  document_id: documentId,
  user_id: actorId,
  /** The name of the session in which the person asked, as entries of activity have it. */
  credential: z.string(),
});
export type RecordAccessRequestMessage = z.infer<typeof recordAccessRequestMessage>;

/** An event of SES about a mail, as EventBridge sends it (Amazon SES, "Event data"). Tags are those with which the mail was sent. */
export const mailEventMessage = z.object({
  'detail-type': z.string(),
  detail: z.object({
    mail: z.object({ tags: z.object({ mail_id: z.tuple([mailId]) }) }),
    bounce: z.optional(z.object({ bounceType: z.string() })),
  }),
});
export type MailEventMessage = z.infer<typeof mailEventMessage>;
