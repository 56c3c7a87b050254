import { putObject } from '../aws/s3.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';
import { presign } from './presign.ts';

/** A minute is enough, because a browser follows the redirect at once. */
const urlLifetimeSeconds = 60;

/**
 * Stores a copy of a logo and returns its URL, which is valid for a minute. The bucket removes the copy after a day; the logo itself is in the
 * table. `sha256`: of the file, in hexadecimal digits
 */
export async function putLogoCopy(sha256: string, webp: Uint8Array): Promise<string> {
  const key = `${objectPrefixes.stamped}logos/${sha256}.webp`;
  await putObject(placeOf(key), webp, 'image/webp');
  return presign(key, urlLifetimeSeconds, {
    contentType: 'image/webp',
    contentDisposition: 'inline',
    cacheControl: 'private, no-store',
  });
}
