import { createHash } from 'node:crypto';
import type { Actor } from './client.ts';
import { call } from './documents.ts';
import { put, type Upload } from './putUpload.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Requests an upload for these bytes. Default: as the owner */
export async function uploadFor(
  bytes: Uint8Array,
  { as = 'owner', withHash = false }: { readonly as?: Actor; readonly withHash?: boolean } = {},
): Promise<Upload> {
  const json = { size_bytes: bytes.byteLength, ...(withHash && { sha256: sha256Of(bytes) }) };
  return (await call.createUpload({ as, json })).body;
}

/** Requests an upload for these bytes, and puts them at its URL. */
export async function uploaded(bytes: Uint8Array<ArrayBuffer>, as: Actor = 'owner'): Promise<Upload> {
  const upload = await uploadFor(bytes, { as });
  const status = await put(upload, bytes);
  if (status !== 200) throw new Error(`the store answered ${status}`);
  return upload;
}
