import { maxUploadBytes } from '../contract/limits.ts';
import type { OperationId } from '../contract/tableOfContents.ts';
import { call, sendingOf } from './call.ts';
import { ApiError } from './errors.ts';
import { blobOf, isPayload } from './payload.ts';
import type { Input } from './request.ts';
import { type Answer, send } from './send.ts';
import type { CallOptions, ClientOptions, Operations } from './types.ts';

/**
 * Calls an operation. A file that is too large for a form is first sent to the URL of an upload. The idempotency keys of all these requests
 * derive from the key of the call, so a program that repeats the call with the same key gets the same result.
 */
export async function callWithFile(
  client: ClientOptions,
  id: OperationId,
  input: Input,
  options: CallOptions,
): Promise<Answer> {
  const { payload, ...fields } = input;
  if (!isPayload(payload)) return call(client, id, input, options);
  const file = await blobOf(payload);
  if (file.size <= maxUploadBytes) return call(client, id, { ...fields, payload: file }, options);
  const { idempotencyKey = crypto.randomUUID(), onProgress, ...others } = options;
  const upload: Operations['createUpload']['output'] = (
    await call(
      client,
      'createUpload',
      { size_bytes: file.size, sha256: await sha256Of(file) },
      { ...others, idempotencyKey: keyOfUpload(idempotencyKey) },
    )
  ).data;
  await put(client, upload, file, options);
  return call(client, id, { ...fields, upload_id: upload.id }, { ...others, idempotencyKey });
}

/**
 * Returns the key of the request for an upload, which differs from the key of the call. A key that leaves no room for an ending gets the next
 * character in place of each of its own, so that different keys stay different.
 */
const keyOfUpload = (key: string): string =>
  key.length < 249
    ? `${key}.upload`
    : key.replace(/[!-~]/g, (one) => (one === '~' ? '!' : String.fromCharCode(one.charCodeAt(0) + 1)));

/**
 * Sends a file to the URL of an upload. The store accepts one PUT of exactly these bytes. The status 412 means that an earlier PUT has
 * arrived.
 */
async function put(
  client: ClientOptions,
  { url, headers }: Operations['createUpload']['output'],
  file: Blob,
  options: CallOptions,
): Promise<void> {
  const request = { method: 'PUT', url, headers: new Headers(headers), body: file };
  await send(request, sendingOf(client, options)).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
  });
}

/** Returns the SHA-256 in hexadecimal; undefined in pages without HTTPS, where browsers cannot compute it. */
async function sha256Of(file: Blob): Promise<string | undefined> {
  if (!crypto.subtle) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
