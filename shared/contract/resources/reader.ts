import * as z from 'zod/mini';
import { actorId, shareId } from '../identifiers.ts';
import { dateTime } from '../text.ts';

const count = () => z.int().check(z.minimum(0));

/** A person or service account who read a document, as they are now. */
export const readingPerson = z.strictObject({
  id: actorId,
  name: z.string(),
  /** null: they have no address, or the caller may not know it. */
  email: z.nullable(z.string()),
});

/** A reader of a document, and what they read. `pages` and `seconds` are about the current version. */
export const documentReader = z.strictObject({
  /** null: people without an account, who are known by their network only. */
  person: z.nullable(readingPerson),
  network: z.nullable(z.string()),
  share_id: z.nullable(shareId),
  views: count(),
  downloads: count(),
  pages: z.number().check(z.minimum(0), z.maximum(1)),
  seconds: count(),
  accepted_at: z.nullable(dateTime),
  first_at: dateTime,
  last_at: dateTime,
});
export type DocumentReader = z.infer<typeof documentReader>;

export const pageSeconds = z.strictObject({ page: z.int().check(z.minimum(1)), seconds: count() });

/** A reader, with the seconds for each page of the current version. */
export const documentReaderPages = z.extend(documentReader, { page_seconds: z.array(pageSeconds) });
export type DocumentReaderPages = z.infer<typeof documentReaderPages>;

/** The CSV columns of a list of readers. */
export const readerColumns = [
  ['person_id', ['person', 'id']],
  ['person_name', ['person', 'name']],
  ['person_email', ['person', 'email']],
  ['network', ['network']],
  ['share_id', ['share_id']],
  ['views', ['views']],
  ['downloads', ['downloads']],
  ['pages', ['pages']],
  ['seconds', ['seconds']],
  ['accepted_at', ['accepted_at']],
  ['first_at', ['first_at']],
  ['last_at', ['last_at']],
] as const;
