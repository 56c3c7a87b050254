import type { ResponseOf } from '../../shared/contract/operation.ts';
import type { createUpload } from '../../shared/contract/operations/uploads.ts';

export type Upload = ResponseOf<typeof createUpload>;

/** Puts bytes at the URL of an upload, with its headers, and returns the store's status. */
export async function put({ url, headers }: Upload, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await fetch(url, { method: 'PUT', headers, body: bytes });
  await response.arrayBuffer();
  return response.status;
}
