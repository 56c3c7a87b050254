import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { deleteObject } from '../aws/s3.ts';
import { s3 } from '../aws/s3Client.ts';
import type { VersionId } from '../contract/identifiers.ts';
import { bucketName, placeOf } from './client.ts';
import { textsKey } from './keptTexts.ts';
import { picturesPrefix } from './pagePictures.ts';
import { stampedPrefix } from './stampedCopies.ts';

/**
 * Files that the service makes from a version's file: pictures and texts of its pages, and stamped copies and pictures for one reader each.
 */

/** Lists the keys of the files made from a version, up to a thousand under each prefix. */
export async function listCopies(versionId: VersionId): Promise<string[]> {
  const keys = await Promise.all(
    [picturesPrefix(versionId), textsKey(versionId), stampedPrefix(versionId)].map(list),
  );
  return keys.flat();
}

async function list(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucketName(), Prefix }));
  return Contents.flatMap(({ Key }) => Key ?? []);
}

/** Removes a file that was made from a version, if it exists. */
export const removeCopy = (key: string): Promise<void> => deleteObject(placeOf(key));
