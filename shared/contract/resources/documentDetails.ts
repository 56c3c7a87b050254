import * as z from 'zod/mini';
import { documentId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { versionProblem } from './versionFailure.ts';

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
});
export type DocumentDetails = z.infer<typeof documentDetails>;
