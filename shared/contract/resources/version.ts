import * as z from 'zod/mini';
import { processingStatus } from '../enumerations.ts';
import { documentId, versionId } from '../identifiers.ts';
import { titleMaxCharacters } from '../limits.ts';
import { characters, dateTime } from '../text.ts';
import { user } from './user.ts';
import { versionFailure } from './versionFailure.ts';

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
  /** Only in the event `version.failed` (extension), and absent there in events of releases before 1.1.0. */
  failure: z.optional(versionFailure),
});
export type Version = z.infer<typeof version>;
