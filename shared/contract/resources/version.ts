import * as z from 'zod/mini';
import { processingStatus } from '../enumerations.ts';
import { documentId, versionId } from '../identifiers.ts';
import { titleMaxCharacters } from '../limits.ts';
import { characters, dateTime } from '../text.ts';
import { user } from './user.ts';

/** Specification 2.4. */
export const version = z.strictObject({
  id: versionId,
  document_id: documentId,
  service_url: z.url(),
  title: z.nullable(characters(0, titleMaxCharacters)),
  description: z.nullable(z.string()),
  processing_status: processingStatus,
  created_at: dateTime,
  created_by: user,
});
export type Version = z.infer<typeof version>;
