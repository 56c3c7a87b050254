import * as z from 'zod/mini';
import { dayOf, daySeconds } from '../../contract/days.ts';
import { actorId, organizationId, type Tenant, type UploadId, uploadId } from '../../contract/identifiers.ts';
import { uploadLifetimeSeconds } from '../../contract/limits.ts';
import { uploadKey } from '../keys/documents.ts';
import { askedKey } from '../keys/organizations.ts';
import { type Bookkeeping, bookkeeping, creation, removal } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/**
 * A file that a client uploads directly to S3. The item exists as long as a document or a version can be made from the file. The
 * transaction that makes the version removes the item.
 */
const uploadItem = z.object({
  id: uploadId,
  size_bytes: z.int(),
  /** The person or service account that may use the upload. The organization is the one in which the upload was requested. */
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

/** Removes an upload that is being used. Conflicts when another request has used the upload already. */
export const useUpload = ({ id }: Pick<UploadItem, 'id'>): Bookkeeping<undefined> =>
  bookkeeping('upload', removal(uploadKey(id)));

/** Returns an upload that this uploader can use. Undefined when the upload is unknown, used or expired, or belongs to another uploader. */
export async function getUpload(
  id: UploadId,
  { created_by_id, organization_id }: Uploader,
  nowSeconds: number,
): Promise<UploadItem | undefined> {
  const upload = await readUnexpired(uploadItem, uploadKey(id), nowSeconds);
  const isTheirs = upload?.created_by_id === created_by_id && upload.organization_id === organization_id;
  return isTheirs ? upload : undefined;
}

/** A count is kept for a while after its day, because clocks differ. */
const askedKeptSeconds = 2 * daySeconds;

/**
 * Counts the bytes of an upload that a tenant requests on a day of UTC, by one atomic addition. Returns whether the upload is allowed. It
 * is allowed if fewer than `limitBytes` bytes were counted before. Nothing is subtracted later, even if the upload is not used.
 */
export function countRequestedBytes(
  tenant: Tenant,
  sizeBytes: number,
  limitBytes: number,
  nowSeconds: number,
): Promise<boolean> {
  const day = dayOf(nowSeconds * 1000);
  return hasChanged(askedKey(tenant, day), {
    set: { [table.timeToLive]: nowSeconds + askedKeptSeconds },
    add: { asked_bytes: sizeBytes },
    when: ['(attribute_not_exists(#asked_bytes) OR #asked_bytes < :limit)'],
    values: { limit: limitBytes },
  });
}
