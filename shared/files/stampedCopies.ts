import { putObject } from '../aws/s3.ts';
import { ulidOf, type VersionId } from '../contract/identifiers.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';
import { presignDownload } from './presign.ts';

interface Copy {
  readonly version_id: VersionId;
  readonly copy_id: string;
}

/** The beginning of the keys of a version's copies. */
export const stampedPrefix = (versionId: VersionId): string =>
  `${objectPrefixes.stamped}${ulidOf(versionId)}/`;

const stampedCopyKey = ({ version_id, copy_id }: Copy): string =>
  `${stampedPrefix(version_id)}${copy_id}.pdf`;

/** Stores a file with a reader's watermark. The bucket removes it after a day. */
export const putStampedCopy = (copy: Copy, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(stampedCopyKey(copy)), pdf, 'application/pdf');

/** Returns a URL of a reader's copy, valid for five minutes. Browsers show (`inline`) or save (`attachment`) the copy under `fileName`. */
export const presignStampedCopy = (
  copy: Copy,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> => presignDownload(stampedCopyKey(copy), type, fileName);
