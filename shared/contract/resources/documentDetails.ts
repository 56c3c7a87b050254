import * as z from 'zod/mini';
import { documentId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';
import { versionProblem } from './versionFailure.ts';

/** The share of a document with the caller, as its mail and the page of the document tell it. */
export const ownShare = z.strictObject({
  /** The person who shared the document, by the name of that time. */
  shared_by: user,
  /** null: the document belongs to no organization. */
  organization_name: z.nullable(z.string()),
  shared_at: dateTime,
  /** null: the share has no end. */
  expires_at: z.nullable(dateTime),
});

export type OwnShare = z.infer<typeof ownShare>;

/** The values that lists of documents show beside a document. A value is null if the caller may not see it. */
export const documentDetails = z.strictObject({
  document_id: documentId,
  version_count: z.int(),
  /** The active content of the current version. null: there is no current version, or nobody has looked. */
  active_content: z.nullable(z.array(z.string())),
  policy_count: z.nullable(z.int()),
  share_count: z.nullable(z.int()),
  /** Also null if nobody has read the document. */
  last_read_at: z.nullable(dateTime),
  /** null: the document is not deleted. */
  deleted_at: z.nullable(dateTime),
  restorable_until: z.nullable(dateTime),
  /** Also null if readers can read the newest version, or it is being processed. */
  problem: z.nullable(versionProblem),
  /** Only if a request asks for it. null: the document is not shared with the caller. */
  own_share: z.optional(z.nullable(ownShare)),
});
export type DocumentDetails = z.infer<typeof documentDetails>;
