import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ifThere } from '../wholeFile.ts';

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** Quoted, as the header has it. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Response headers that were stored with the object: Content-Type, x-amz-meta-* and the like. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file that has the content. It is the object's version id as well. */
  readonly file: string;
  /** The checksum that is kept with the object, in Base64, where its writer asked for one. */
  readonly sha256?: string;
  /** A delete marker, which has no content. Default: false */
  readonly isMarker?: boolean;
}

/** File names hold 255 bytes on common file systems, keys 1024. */
const longestFileName = 180;
/** A long key's file has the beginning of its name and a hash of it. */
const shortened = /^.{100}-[0-9a-f]{64}$/;

export function fileNameOf(key: string): string {
  const name = encodeURIComponent(key).replaceAll('.', '%2E');
  if (name.length <= longestFileName) return name;
  return `${name.slice(0, 100)}-${createHash('sha256').update(key).digest('hex')}`;
}

/** The key that a file's name has; undefined where the name may be of a long key, which only the file has. */
export const keyIn = (fileName: string): string | undefined =>
  shortened.test(fileName) ? undefined : decodeURIComponent(fileName);

/** Compares keys as S3 lists them: by their bytes in UTF-8, which is the order of code points. */
export function inOrder(a: string, b: string): number {
  if (!surrogates.test(a) && !surrogates.test(b)) return a < b ? -1 : Number(a > b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** JavaScript compares code units, which differ in their order only where one is part of a pair. */
const surrogates = /[\ud800-\udfff]/;

/** Reads the information of an object; undefined where it is gone. */
export function readInfo(path: string): ObjectInfo | undefined {
  const text = ifThere(() => readFileSync(path, 'utf8'));
  return text === undefined ? undefined : JSON.parse(text);
}
