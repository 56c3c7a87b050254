import * as z from 'zod/mini';
import { pictureRetrySecondsMax } from '../limits.ts';

/** A small picture of the first page of a document, for the people who manage it. */
export const documentPicture = z.strictObject({
  /** A `data:` URL of a WebP file; null while it is drawn, and if there is none. */
  picture_url: z.nullable(z.string()),
  /** The seconds after which to ask again; null if there is a picture, or none will come. */
  retry_after: z.nullable(z.int().check(z.gte(1), z.lte(pictureRetrySecondsMax))),
});
