import * as z from 'zod/mini';
import { documentId, versionId } from '../identifiers.ts';
import { textPagesMax } from '../limits.ts';

/** The text of some pages of a version. */
export const documentText = z.strictObject({
  document_id: documentId,
  version_id: versionId,
  page_count: z.int(),
  has_text: z.boolean(),
  truncated: z.boolean(),
  pages: z
    .array(z.strictObject({ page: z.int().check(z.gte(1)), text: z.string() }))
    .check(z.maxLength(textPagesMax)),
});
