import * as z from 'zod/mini';
import { processingStatus } from '../contract/enumerations.ts';
import { documentId, ulidOf, versionId } from '../contract/identifiers.ts';
import { user } from '../contract/resources/user.ts';
import { creation, replacement, type Write } from './commit.ts';
import { type DocumentItem, documentItem } from './documents.ts';
import { sendGraceMilliseconds } from './due.ts';
import { documentKey, dueShardOf, versionKey, versionPrefix } from './keys.ts';
import { queryItems, readItems } from './read.ts';
import { dueIndex } from './table.ts';

/** A version as stored. */
export const versionItem = z.object({
  id: versionId,
  document_id: documentId,
  /** 1 for the first version of a document, counted in the order they were committed. */
  number: z.int(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  created_by: user,
  processing_status: processingStatus,
  /** How often processing began and did not end, not even with an error: the process was killed. */
  interrupted_attempts: z.int(),
  /** Until then (epoch milliseconds) one invocation has the processing to itself. */
  claimed_until: z.int(),
  /** When processing must be looked at again (epoch milliseconds); absent when there is nothing more to do. */
  due_at: z.optional(z.int()),
  /** What processing found out. */
  file: z.optional(z.object({ page_count: z.int(), size_bytes: z.int(), sha256: z.string() })),
  /** For operators: why processing failed. */
  failure: z.optional(z.string()),
  revision: z.int(),
});
export type VersionItem = z.infer<typeof versionItem>;

/** A document and one of its versions in one strongly consistent round trip. */
export async function getDocumentAndVersion(
  document: string,
  version: string,
): Promise<{ document: DocumentItem | undefined; version: VersionItem | undefined }> {
  const [documentFound, versionFound] = await readItems(documentKey(document), versionKey(document, version));
  return {
    document: documentFound && z.parse(documentItem, documentFound),
    version: versionFound && z.parse(versionItem, versionFound),
  };
}

/**
 * The versions of a document, newest first, beginning after the ULID `after`. `next` is the ULID of the last one when
 * more follow.
 */
export async function listVersions(document: string, after: string | undefined, limit: number) {
  const { pk } = documentKey(document);
  const items = await queryItems(
    {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :versions)',
      ExpressionAttributeValues: { ':pk': pk, ':versions': versionPrefix },
      ...(after && { ExclusiveStartKey: { pk, sk: versionPrefix + after } }),
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    limit + 1,
  );
  const versions = items.slice(0, limit).map((item) => z.parse(versionItem, item));
  const last = versions.at(-1);
  return { versions, next: last && items.length > limit ? ulidOf(last.id) : undefined };
}

/** A version as it begins: to be processed, and looked at again by the sweep if nobody does. */
export const newVersion = (
  given: Pick<VersionItem, 'id' | 'document_id' | 'number' | 'title' | 'description' | 'created_by'>,
  now: number,
): VersionItem => ({
  ...given,
  processing_status: 'processing',
  interrupted_attempts: 0,
  claimed_until: 0,
  due_at: now + sendGraceMilliseconds,
  revision: 1,
});

export const createVersion = (version: VersionItem): Write => creation(stored(version));

/** The next state of a version that was loaded with `revision`. */
export const replaceVersion = (version: VersionItem): Write => replacement(stored(version));

const stored = (version: VersionItem) => ({
  ...versionKey(version.document_id, version.id),
  ...version,
  ...(version.due_at !== undefined && { [dueIndex.partitionKey]: dueShardOf(version.id) }),
});
