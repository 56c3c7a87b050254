import { randomUUID } from 'node:crypto';
import { putObject } from '../aws/s3.ts';
import type { VersionId } from '../contract/identifiers.ts';
import type { Granted } from '../policies/decide.ts';
import { placeOf } from './client.ts';
import { presign } from './presign.ts';
import { stampedPrefix } from './stampedCopies.ts';

/** A minute is enough, because a browser follows the redirect at once. */
const urlLifetimeSeconds = 60;

/**
 * Stores the picture of a page for one reader and returns its URL, which is valid for a minute. The key of the picture in S3 is random, so
 * nobody can guess it.
 */
export async function putStampedPicture(
  _granted: Granted,
  versionId: VersionId,
  webp: Uint8Array,
): Promise<string> {
  const Key = `${stampedPrefix(versionId)}${randomUUID()}.webp`;
  await putObject(placeOf(Key), webp, 'image/webp');
  return presign(Key, urlLifetimeSeconds, {
    contentType: 'image/webp',
    contentDisposition: 'inline',
    cacheControl: 'private, no-store',
  });
}
