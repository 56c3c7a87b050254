import * as z from 'zod/mini';
import { accessLevel, processingStatus } from '../enumerations.ts';
import { documentId, versionId } from '../identifiers.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from '../limits.ts';
import { characters, dateTime } from '../text.ts';
import { user } from './user.ts';

/** Specification 2.5. */
export const versionRef = z.strictObject({ id: versionId });

/** Specification 2.3. */
export const document = z.strictObject({
  id: documentId,
  service_url: z.url(),
  title: characters(1, titleMaxCharacters),
  description: z.nullable(characters(0, descriptionMaxCharacters)),
  access_level: accessLevel,
  processing_status: processingStatus,
  created_at: dateTime,
  created_by: user,
  current_version: z.nullable(versionRef),
});
export type Document = z.infer<typeof document>;
