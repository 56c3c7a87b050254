import * as z from 'zod/mini';
import { processingStatus } from '../contract/enumerations.ts';
import {
  type DocumentId,
  documentId,
  type Ulid,
  type VersionId,
  versionId,
} from '../contract/identifiers.ts';
import { user } from '../contract/resources/user.ts';
import { type Change, change, creation, replacement, type Write } from './commit.ts';
import { type DocumentItem, documentItem } from './documents.ts';
import { sendGraceMilliseconds } from './due.ts';
import { documentKey, duePlace, versionKey, versionPrefix } from './keys.ts';
import { readItems, readPage } from './read.ts';

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
  /** Until then one invocation has the processing to itself. */
  claimed_until_ms: z.int(),
  /** When processing must be looked at again; absent when there is nothing more to do. */
  due_at_ms: z.optional(z.int()),
  /** What processing found out. */
  file: z.optional(z.object({ page_count: z.int(), size_bytes: z.int(), sha256: z.string() })),
  /** For operators: why processing failed. */
  failure: z.optional(z.string()),
  revision: z.int(),
});
export type VersionItem = z.infer<typeof versionItem>;

/** A document and one of its versions in one round trip. */
export async function getDocumentAndVersion(
  documentId: DocumentId,
  versionId: VersionId,
): Promise<{ document: DocumentItem | undefined; version: VersionItem | undefined }> {
  const [document, version] = await readItems(documentKey(documentId), versionKey(documentId, versionId));
  return {
    document: document && z.parse(documentItem, document),
    version: version && z.parse(versionItem, version),
  };
}

/** A page of the versions of a document, newest first. */
export const listVersions = (documentId: DocumentId, after: Ulid | undefined, limit: number) =>
  readPage(documentKey(documentId), versionPrefix, (item) => z.parse(versionItem, item), { after, limit });

/** A version as it begins: to be processed, and looked at again by the sweep if nobody does. */
export const newVersion = (
  document: { readonly id: DocumentId },
  given: Pick<VersionItem, 'id' | 'number' | 'title' | 'description' | 'created_by'>,
  now: number,
): VersionItem => ({
  ...given,
  document_id: document.id,
  processing_status: 'processing',
  interrupted_attempts: 0,
  claimed_until_ms: 0,
  due_at_ms: now + sendGraceMilliseconds,
  revision: 1,
});

/** A version as processing leaves it: there is nothing more to do. */
export const processedVersion = (
  { due_at_ms: _done, ...version }: VersionItem,
  result: Pick<VersionItem, 'processing_status' | 'file' | 'failure'>,
): VersionItem => ({ ...version, ...result, interrupted_attempts: 0, claimed_until_ms: 0 });

export const createVersion = (version: VersionItem): Change<VersionItem> =>
  change(creation(placeOf(version), version));

/** The next state of a version that was loaded with `revision`. */
export const replaceVersion = (version: VersionItem): Change<VersionItem> =>
  change(replacement(placeOf(version), version));

/** Who is processing a version that was loaded with `revision`: nothing that clients see. */
export function replaceClaim(
  version: VersionItem,
  claim: Pick<VersionItem, 'interrupted_attempts' | 'claimed_until_ms' | 'due_at_ms'>,
): Write<VersionItem> {
  const next = { ...version, ...claim };
  return replacement(placeOf(next), next);
}

const placeOf = ({ id, document_id, due_at_ms }: VersionItem) => ({
  ...versionKey(document_id, id),
  ...duePlace(id, due_at_ms),
});
