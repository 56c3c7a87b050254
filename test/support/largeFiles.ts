import { createHash } from 'node:crypto';
import type { ResponseOf } from '../../shared/contract/operation.ts';
import { createUpload } from '../../shared/contract/operations/uploads.ts';
import type { Actor } from './client.ts';
import { call } from './documents.ts';

export type Upload = ResponseOf<typeof createUpload>;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Asks for an upload of these bytes, as the owner unless told otherwise. */
export async function uploadFor(
  bytes: Uint8Array,
  { as = 'owner', withHash = false }: { readonly as?: Actor; readonly withHash?: boolean } = {},
): Promise<Upload> {
  const json = { size_bytes: bytes.byteLength, ...(withHash && { sha256: sha256Of(bytes) }) };
  return (await call(createUpload, { as, json })).body;
}

/** Puts bytes at the URL of an upload, with its headers, and returns the store's status. */
export async function put({ url, headers }: Upload, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await fetch(url, { method: 'PUT', headers, body: bytes });
  await response.arrayBuffer();
  return response.status;
}

/** An upload with these bytes in it. */
export async function uploaded(bytes: Uint8Array<ArrayBuffer>, as: Actor = 'owner'): Promise<Upload> {
  const upload = await uploadFor(bytes, { as });
  const status = await put(upload, bytes);
  if (status !== 200) throw new Error(`the store answered ${status}`);
  return upload;
}
