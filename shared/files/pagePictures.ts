import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ulidOf, type VersionId } from '../contract/identifiers.ts';
import { bucketName, s3 } from './client.ts';
import { objectPrefixes } from './prefixes.ts';

/** A page as a picture without a watermark, and as text: neither is handed out as it is. `page` is 1 for the first. */
type Kind = 'webp' | 'txt';

const key = (versionId: VersionId, page: number, kind: Kind): string =>
  `${objectPrefixes.pages}${ulidOf(versionId)}/${page}.${kind}`;

export async function putPage(
  versionId: VersionId,
  page: number,
  { webp, text }: { readonly webp: Uint8Array; readonly text: string },
): Promise<void> {
  const put = (kind: Kind, Body: Uint8Array, ContentType: string) =>
    s3.send(
      new PutObjectCommand({ Bucket: bucketName(), Key: key(versionId, page, kind), Body, ContentType }),
    );
  await Promise.all([
    put('webp', webp, 'image/webp'),
    put('txt', Buffer.from(text), 'text/plain; charset=utf-8'),
  ]);
}

/** They are there for as long as their item says so: the bucket removes them a day later. */
const get = async (versionId: VersionId, page: number, kind: Kind) => {
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: bucketName(), Key: key(versionId, page, kind) }),
  );
  if (!Body) throw new Error(`S3 sent no content of ${key(versionId, page, kind)}`);
  return Body;
};

/** Returns the picture of a page, as WebP. */
export const getPagePicture = async (versionId: VersionId, page: number): Promise<Uint8Array> =>
  (await get(versionId, page, 'webp')).transformToByteArray();

export const getPageText = async (versionId: VersionId, page: number): Promise<string> =>
  (await get(versionId, page, 'txt')).transformToString();

/** Removes a page's picture and text, if they are there. */
export async function removePage(versionId: VersionId, page: number): Promise<void> {
  const remove = (kind: Kind) =>
    s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key: key(versionId, page, kind) }));
  await Promise.all([remove('webp'), remove('txt')]);
}
