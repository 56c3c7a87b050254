/**
 * A PDF to upload. A stream is read to its end before the upload begins, because a retry sends the bytes again. In Node.js, `openAsBlob` of
 * `node:fs` opens a file as a Blob without reading the whole file.
 */
export type Payload = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

export const isPayload = (value: unknown): value is Payload =>
  [Blob, ArrayBuffer, Uint8Array, ReadableStream].some((kind) => value instanceof kind);

/** Returns a payload as a Blob. A File keeps its name. */
export async function blobOf(payload: Payload): Promise<Blob> {
  if (payload instanceof Blob) return payload;
  if (payload instanceof ReadableStream) return new Response(payload).blob();
  return new Blob([payload instanceof ArrayBuffer ? payload : new Uint8Array(payload)], {
    type: 'application/pdf',
  });
}
