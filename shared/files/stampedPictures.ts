import { randomUUID } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { putObject } from '../aws/s3.ts';
import type { Granted } from '../policies/decide.ts';
import { bucketName, placeOf, s3 } from './client.ts';
import { objectPrefixes } from './prefixes.ts';

/** A browser follows the redirect at once. */
const urlLifetimeSeconds = 60;

/**
 * Puts the picture of a page for one reader, with the watermark where their grant asks for one, and returns a URL of it for a minute.
 * Nobody else learns its name.
 */
export async function handOverPicture(_granted: Granted, webp: Uint8Array): Promise<string> {
  const Key = `${objectPrefixes.stamped}${randomUUID()}.webp`;
  await putObject(placeOf(Key), webp, 'image/webp');
  const command = new GetObjectCommand({
    Bucket: bucketName(),
    Key,
    ResponseContentType: 'image/webp',
    ResponseContentDisposition: 'inline',
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(s3, command, { expiresIn: urlLifetimeSeconds });
}

/** Returns the origin that URLs of files have. */
export async function filesOrigin(): Promise<string> {
  const command = new GetObjectCommand({ Bucket: bucketName(), Key: objectPrefixes.stamped });
  return new URL(await getSignedUrl(s3, command, { expiresIn: 1 })).origin;
}
