import * as z from 'zod/mini';
import { downloadRetrySecondsMax } from '../limits.ts';
import { dateTime } from '../text.ts';

/** Where a client fetches the PDF of a version. URL and time are null while a worker makes the reader's copy. */
export const versionDownload = z.strictObject({
  download_url: z.nullable(z.url()),
  expires_at: z.nullable(dateTime),
  /** The seconds after which to ask again; null if there is a URL. */
  retry_after: z.nullable(z.int().check(z.gte(1), z.lte(downloadRetrySecondsMax))),
});
export type VersionDownload = z.infer<typeof versionDownload>;
