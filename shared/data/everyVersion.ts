import * as z from 'zod/mini';
import { versionPrefix } from './keys.ts';
import { scanAs } from './read.ts';
import { versionItem } from './versions.ts';

/** What is known of a version's file. */
const versionOfFile = z.pick(versionItem, {
  id: true,
  document_id: true,
  processing_status: true,
  upload: true,
  file: true,
});
export type VersionOfFile = z.infer<typeof versionOfFile>;

/** Reads the whole table for its versions. It may miss what the last second brought. */
export const scanVersions = (): AsyncGenerator<VersionOfFile[]> =>
  scanAs(versionOfFile, {
    FilterExpression: 'begins_with(sk, :prefix)',
    ProjectionExpression: 'id, document_id, processing_status, upload, #file',
    ExpressionAttributeNames: { '#file': 'file' },
    ExpressionAttributeValues: { ':prefix': versionPrefix },
  });
