import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ifFileExists } from '../atomicFile.ts';

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** The ETag in quotes, as in the header. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Response headers that were stored with the object: Content-Type, x-amz-meta-* and the like. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file with the content. Its name is also the object's version id. */
  readonly file: string;
  /** The checksum stored with the object, in Base64, if its writer requested one. */
  readonly sha256?: string;
  /** A delete marker, which has no content. Default: false */
  readonly isMarker?: boolean;
}

/** Common file systems allow names of 255 bytes. Keys have up to 1,024. */
const longestFileName = 180;
/** The file name of a long key: the beginning of the key, and a hash of the key. */
const shortened = /^.{100}-[0-9a-f]{64}$/;

export function fileNameOf(key: string): string {
  const name = encodeURIComponent(key).replaceAll('.', '%2E');
  if (name.length <= longestFileName) return name;
  return `${name.slice(0, 100)}-${createHash('sha256').update(key).digest('hex')}`;
}

/**
 * Returns the key in the name of a file; undefined if the name may be shortened. A shortened name has only a part of the key, and the
 * content of the file has the whole key.
 */
export const keyIn = (fileName: string): string | undefined =>
  shortened.test(fileName) ? undefined : decodeURIComponent(fileName);

/** Compares keys as S3 lists them: by their bytes in UTF-8, which is the order of code points. */
export function inOrder(a: string, b: string): number {
  if (!surrogates.test(a) && !surrogates.test(b)) return a < b ? -1 : Number(a > b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** JavaScript compares code units. Their order can differ from that of code points only for surrogates. */
const surrogates = /[\ud800-\udfff]/;

/** Reads the information of an object; undefined if the object no longer exists. */
export function readInfo(path: string): ObjectInfo | undefined {
  const text = ifFileExists(() => readFileSync(path, 'utf8'));
  return text === undefined ? undefined : JSON.parse(text);
}
