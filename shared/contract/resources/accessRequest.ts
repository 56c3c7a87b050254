import * as z from 'zod/mini';
import { accessRequestId, documentId } from '../identifiers.ts';
import { emailMaxCharacters } from '../limits.ts';
import { characters, dateTime } from '../text.ts';

/** A person who asks for access to a document. */
export const accessRequest = z.strictObject({
  id: accessRequestId,
  /** The address that the person proved. */
  email: characters(1, emailMaxCharacters),
  /** The name that the person has now. */
  name: z.string(),
  created_at: dateTime,
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** A request, with its document: an event does not name the document otherwise. */
export const documentAccessRequest = z.extend(accessRequest, { document_id: documentId });
export type DocumentAccessRequest = z.infer<typeof documentAccessRequest>;
