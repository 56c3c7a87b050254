import type { Place } from '../aws/s3.ts';
import { getObject, putObject } from '../aws/s3.ts';
import { ulidOf, type VersionId } from '../contract/identifiers.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';

/**
 * The files of a page: a picture without a watermark, and a text. The first page, 1, also has a small picture for managers. Readers never get these
 * files themselves.
 */
type Kind = 'webp' | 'txt' | 'small.webp';

/** The beginning of the keys of a version's pictures and texts. */
export const picturesPrefix = (versionId: VersionId): string =>
  `${objectPrefixes.pages}${ulidOf(versionId)}/`;

const place = (versionId: VersionId, page: number, kind: Kind): Place =>
  placeOf(`${picturesPrefix(versionId)}${page}.${kind}`);

export async function putPage(
  versionId: VersionId,
  page: number,
  {
    webp,
    text,
    small,
  }: { readonly webp: Uint8Array; readonly text: string; readonly small?: Uint8Array | undefined },
): Promise<void> {
  await Promise.all([
    putObject(place(versionId, page, 'webp'), webp, 'image/webp'),
    putObject(place(versionId, page, 'txt'), Buffer.from(text), 'text/plain; charset=utf-8'),
    small && putObject(place(versionId, page, 'small.webp'), small, 'image/webp'),
  ]);
}

/**
 * Reads one file of a page. The state of the version's pictures expires a day before the bucket removes the files, so a picture in an
 * unexpired state has its files.
 */
const get = async (versionId: VersionId, page: number, kind: Kind): Promise<Uint8Array> =>
  (await getObject(place(versionId, page, kind))).content;

/** Returns the picture of a page, as WebP. */
export const getPagePicture = (versionId: VersionId, page: number): Promise<Uint8Array> =>
  get(versionId, page, 'webp');

/** Returns the small picture of the first page, as WebP. */
export const getSmallPicture = (versionId: VersionId): Promise<Uint8Array> => get(versionId, 1, 'small.webp');

export const getPageText = async (versionId: VersionId, page: number): Promise<string> =>
  Buffer.from(await get(versionId, page, 'txt')).toString();
