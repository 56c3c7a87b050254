import * as z from 'zod/mini';
import { deletedVersionPrefix, versionPrefix } from '../keys/documents.ts';
import { scanAs } from '../table/read.ts';
import { versionItem } from './versions.ts';

/** The attributes of a version that concern its file. */
const versionOfFile = z.extend(
  z.pick(versionItem, {
    id: true,
    document_id: true,
    upload: true,
    file: true,
    text: true,
    due_at_ms: true,
    revision: true,
  }),
  {
    /** Absent: the version was deleted, and its file is being removed. */
    processing_status: z.optional(versionItem.shape.processing_status),
  },
);
export type VersionOfFile = z.infer<typeof versionOfFile>;

/**
 * Scans the whole table for versions, and for deleted versions whose files are not removed yet. The scan may miss changes of the last
 * second.
 */
export const scanVersions = (): AsyncGenerator<VersionOfFile[]> =>
  scanAs(versionOfFile, {
    FilterExpression:
      'begins_with(sk, :prefix) OR (begins_with(sk, :deleted) AND attribute_exists(due_at_ms))',
    ProjectionExpression: 'id, document_id, processing_status, upload, #file, #text, due_at_ms, revision',
    ExpressionAttributeNames: { '#file': 'file', '#text': 'text' },
    ExpressionAttributeValues: { ':prefix': versionPrefix, ':deleted': deletedVersionPrefix },
  });
