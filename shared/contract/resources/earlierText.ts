import * as z from 'zod/mini';
import { activityId, documentId, versionId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** A title and a description that a change replaced while a policy kept the document. */
export const earlierText = z.strictObject({
  /** The entry of activity of the change. */
  id: activityId,
  document_id: documentId,
  /** null: the text belonged to the document and not to a version. */
  version_id: z.nullable(versionId),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  replaced_at: dateTime,
  replaced_by: user,
});
export type EarlierText = z.infer<typeof earlierText>;
