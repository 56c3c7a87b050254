import { putObject } from '../aws/s3.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';
import { presignDownload } from './presign.ts';

const stampedCopyKey = (copyId: string): string => `${objectPrefixes.stamped}${copyId}.pdf`;

/** Stores a file with a reader's watermark. The bucket removes it after a day. */
export const putStampedCopy = (copyId: string, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(stampedCopyKey(copyId)), pdf, 'application/pdf');

/** Returns a URL for five minutes at which a browser shows or saves a reader's copy under a name. */
export const presignStampedCopy = (
  copyId: string,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> => presignDownload(stampedCopyKey(copyId), type, fileName);
