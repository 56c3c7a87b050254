import { randomUUID } from 'node:crypto';
import { putObject } from '../aws/s3.ts';
import type { VersionId } from '../contract/identifiers.ts';
import type { Granted } from '../policies/decide.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';
import { presign } from './presign.ts';
import { stampedPrefix } from './stampedCopies.ts';

/** A browser follows the redirect at once. */
const urlLifetimeSeconds = 60;

/**
 * Stores the picture of a page for one reader, with a watermark if their grant requires one, and returns a URL of it for a minute. Its
 * name is secret.
 */
export async function handOverPicture(
  _granted: Granted,
  versionId: VersionId,
  webp: Uint8Array,
): Promise<string> {
  const Key = `${stampedPrefix(versionId)}${randomUUID()}.webp`;
  await putObject(placeOf(Key), webp, 'image/webp');
  return presign(Key, urlLifetimeSeconds, {
    ResponseContentType: 'image/webp',
    ResponseContentDisposition: 'inline',
    ResponseCacheControl: 'private, no-store',
  });
}

/** Returns the origin that URLs of files have. */
export const filesOrigin = async (): Promise<string> =>
  new URL(await presign(objectPrefixes.stamped, 1)).origin;
