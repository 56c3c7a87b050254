import * as z from 'zod/mini';
import { versionPrefix } from '../table/keys.ts';
import { scanAs } from '../table/read.ts';
import { versionItem } from './versions.ts';

/** The attributes of a version that concern its file. */
const versionOfFile = z.pick(versionItem, {
  id: true,
  document_id: true,
  processing_status: true,
  upload: true,
  file: true,
});
export type VersionOfFile = z.infer<typeof versionOfFile>;

/** Scans the whole table for versions. It may miss changes of the last second. */
export const scanVersions = (): AsyncGenerator<VersionOfFile[]> =>
  scanAs(versionOfFile, {
    FilterExpression: 'begins_with(sk, :prefix)',
    ProjectionExpression: 'id, document_id, processing_status, upload, #file',
    ExpressionAttributeNames: { '#file': 'file' },
    ExpressionAttributeValues: { ':prefix': versionPrefix },
  });
