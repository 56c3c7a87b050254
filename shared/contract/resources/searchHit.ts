import * as z from 'zod/mini';
import { documentId, roomId, versionId } from '../identifiers.ts';

/** A document, or a page of it, that a search has found. */
export const searchHit = z.strictObject({
  document_id: documentId,
  version_id: versionId,
  title: z.string(),
  service_url: z.string(),
  /** null: the words are in the title, or in the title and the description. */
  page: z.nullable(z.int().check(z.gte(1))),
  /** null also where the reader gets no text of the page by the API. */
  snippet: z.nullable(z.array(z.strictObject({ text: z.string(), hit: z.boolean() }))),
  room_id: z.nullable(roomId),
});
export type SearchHit = z.infer<typeof searchHit>;
