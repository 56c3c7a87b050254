import * as z from 'zod/mini';
import {
  type DocumentId,
  documentId,
  type Tenant,
  tenant,
  uploadId,
  type VersionId,
  versionId,
} from '../../contract/identifiers.ts';
import { deletedVersionKey, versionKey } from '../keys/documents.ts';
import { duePlace } from '../keys/work.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalAt,
  replacement,
} from '../table/commit.ts';
import { readAs } from '../table/read.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import type { VersionItem } from './versions.ts';

/**
 * The facts about a deleted version that its removal needs. The item stays after the removal, so that `restore document` does not bring the
 * version back. It is removed with its document.
 */
export const deletedVersionItem = z.object({
  id: versionId,
  document_id: documentId,
  /** The tenant whose quota the version counted against. */
  tenant,
  /** As in the version. Absent: the bytes came with the request. */
  upload: z.optional(z.object({ id: uploadId, etag: z.string() })),
  /** The time until which a worker that began before the deletion may store files of the version (epoch milliseconds). */
  workers_end_at_ms: z.int(),
  /** Absent once everything is removed. */
  due_at_ms: z.optional(z.int()),
  revision: z.int(),
});
export type DeletedVersionItem = z.infer<typeof deletedVersionItem>;

export const getDeletedVersion = (
  documentId: DocumentId,
  versionId: VersionId,
): Promise<DeletedVersionItem | undefined> =>
  readAs(deletedVersionItem, deletedVersionKey(documentId, versionId));

/** An invocation of a function ends after 15 minutes at the latest (AWS Lambda, "Lambda quotas"). */
const invocationMilliseconds = 15 * 60_000;

/**
 * Deletes a version for good at `now` (epoch milliseconds). Its removal is due: if no other message about it arrives, the sweep sends one.
 * Conflicts when the version has changed since it was loaded.
 */
export function deleteVersion(version: VersionItem, tenant: Tenant, now: number): [Change, Change] {
  const { id, document_id, upload } = version;
  const deleted: DeletedVersionItem = {
    id,
    document_id,
    tenant,
    ...(upload && { upload }),
    workers_end_at_ms: now + invocationMilliseconds,
    due_at_ms: now + sendGraceMilliseconds,
    revision: 1,
  };
  return [creation(placeOf(deleted), deleted), removalAt(versionKey(document_id, id), version)];
}

/**
 * Makes the removal due again for the time when no worker can store files of the version any more. Conflicts when it has changed since it
 * was loaded.
 */
export const repeatRemoval = (deleted: DeletedVersionItem): Bookkeeping =>
  bookkeeping('removal', replace({ ...deleted, due_at_ms: deleted.workers_end_at_ms }));

/** Ends a removal. Conflicts when it has changed since it was loaded. */
export const endRemoval = ({ due_at_ms: _done, ...deleted }: DeletedVersionItem): Bookkeeping =>
  bookkeeping('removal', replace(deleted));

const replace = (deleted: DeletedVersionItem): Change => replacement(placeOf(deleted), deleted);

const placeOf = ({ id, document_id, due_at_ms }: DeletedVersionItem) => ({
  ...deletedVersionKey(document_id, id),
  ...duePlace(id, due_at_ms),
});
