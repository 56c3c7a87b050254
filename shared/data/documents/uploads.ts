import * as z from 'zod/mini';
import { actorId, organizationId, type Tenant, type UploadId, uploadId } from '../../contract/identifiers.ts';
import { uploadLifetimeSeconds } from '../../contract/limits.ts';
import { type Bookkeeping, bookkeeping, creation, removal } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { askedKey, uploadKey } from '../table/keys.ts';
import { readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/**
 * A file that a client uploads directly to S3. The item exists while a document or a version may be made of the file. The transaction
 * that makes the version removes it.
 */
const uploadItem = z.object({
  id: uploadId,
  size_bytes: z.int(),
  /** The person or service account that may use it, and the organization in which they acted. */
  created_by_id: actorId,
  organization_id: z.nullable(organizationId),
  [table.timeToLive]: z.int(),
});
export type UploadItem = z.infer<typeof uploadItem>;
type Uploader = Pick<UploadItem, 'created_by_id' | 'organization_id'>;

export const newUpload = (sizeBytes: number, uploader: Uploader, nowSeconds: number): UploadItem => ({
  id: newId('upl'),
  size_bytes: sizeBytes,
  ...uploader,
  expires_at_seconds: nowSeconds + uploadLifetimeSeconds,
});

export const createUpload = (upload: UploadItem): Bookkeeping<UploadItem> =>
  bookkeeping('upload', creation(uploadKey(upload.id), upload));

/** Removes an upload that is used; conflicts when it is used already. */
export const useUpload = ({ id }: Pick<UploadItem, 'id'>): Bookkeeping<undefined> =>
  bookkeeping('upload', removal(uploadKey(id)));

/** Returns an upload that this uploader can use; undefined when it is unknown, somebody else's, used or expired. */
export async function getUpload(
  id: UploadId,
  { created_by_id, organization_id }: Uploader,
  nowSeconds: number,
): Promise<UploadItem | undefined> {
  const upload = await readUnexpired(uploadItem, uploadKey(id), nowSeconds);
  const isTheirs = upload?.created_by_id === created_by_id && upload.organization_id === organization_id;
  return isTheirs ? upload : undefined;
}

/** Counts are kept for a while after their day, because clocks differ. */
const askedKeptSeconds = 2 * 24 * 60 * 60;

/**
 * Counts the bytes of an upload that a tenant requests on a day of UTC, by one atomic addition. Returns whether the upload is allowed: the
 * bytes counted before were fewer than `limitBytes`. Nothing is subtracted later, even if the upload is not used.
 */
export function countRequestedBytes(
  tenant: Tenant,
  sizeBytes: number,
  limitBytes: number,
  nowSeconds: number,
): Promise<boolean> {
  const day = new Date(nowSeconds * 1000).toISOString().slice(0, 10);
  return hasChanged(askedKey(tenant, day), {
    set: { [table.timeToLive]: nowSeconds + askedKeptSeconds },
    add: { asked_bytes: sizeBytes },
    when: ['(attribute_not_exists(#asked_bytes) OR #asked_bytes < :limit)'],
    values: { limit: limitBytes },
  });
}
