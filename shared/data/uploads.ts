import * as z from 'zod/mini';
import { actorId, organizationId, type Tenant, type UploadId, uploadId } from '../contract/identifiers.ts';
import { uploadLifetimeSeconds } from '../contract/limits.ts';
import { type Bookkeeping, bookkeeping, creation, removal } from './commit.ts';
import { newId } from './ids.ts';
import { askedKey, uploadKey } from './keys.ts';
import { readUnexpired } from './read.ts';
import { table } from './table.ts';
import { hasChanged } from './update.ts';

/**
 * A file that a client puts into the store itself. The item is there as long as a document or a version may be made of it:
 * what uses it removes it, in the transaction that makes the version.
 */
const uploadItem = z.object({
  id: uploadId,
  size_bytes: z.int(),
  /** The person or service account it is for, and the organization they acted in. */
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

/** Uses up an upload; conflicts when something else has. */
export const useUpload = ({ id }: Pick<UploadItem, 'id'>): Bookkeeping<undefined> =>
  bookkeeping('upload', removal(uploadKey(id)));

/** Returns an upload that can be used by whoever it is for: undefined when it is unknown, somebody else's, used or expired. */
export async function getUpload(
  id: UploadId,
  { created_by_id, organization_id }: Uploader,
  nowSeconds: number,
): Promise<UploadItem | undefined> {
  const upload = await readUnexpired(uploadItem, uploadKey(id), nowSeconds);
  const isTheirs = upload?.created_by_id === created_by_id && upload.organization_id === organization_id;
  return isTheirs ? upload : undefined;
}

/** Counts are kept a little beyond their day, for clocks that differ. */
const askedKeptSeconds = 2 * 24 * 60 * 60;

/**
 * Counts an upload among those that its tenant asks for on a day of UTC, by one atomic addition, and returns whether it may have
 * it: those before came to less than `limitBytes`. None is taken back, whatever becomes of it.
 */
export function countAsked(
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
