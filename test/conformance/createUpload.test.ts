import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { sha256Of, uploadFor } from '../support/largeFiles.ts';
import { put } from '../support/putUpload.ts';
import { refused } from '../support/refusals.ts';
import { makePdf } from '../support/uploads.ts';

const pdf = await makePdf();
const largest = 104_857_600;

/** The same file with one changed byte. */
const altered = Uint8Array.from(pdf, (byte, index) => (index === 500 ? byte ^ 1 : byte));
const base64Of = (bytes: Uint8Array): string => Buffer.from(sha256Of(bytes), 'hex').toString('base64');

test('answers with a URL and headers that are valid for an hour, for any size up to the largest', async () => {
  const before = Date.now();

  const { status, body } = await call.createUpload({ json: { size_bytes: largest } });

  expect(status).toBe(201);
  expect(body.id).toMatch(/^upl_[0-9a-hjkmnp-tv-z]{26}$/);
  const lifetime = Date.parse(body.expires_at) - before;
  expect(lifetime).toBeGreaterThan(3_590_000);
  expect(lifetime).toBeLessThan(3_610_000);
  expect(body.headers).toMatchObject({ 'If-None-Match': '*' });
  for (const size_bytes of [largest + 1, 1e20])
    expect(await call.createUpload({ json: { size_bytes } })).toMatchObject(
      refused('file_too_large', 'size_bytes'),
    );
});

describe.for([false, true])('a URL for a file whose SHA-256 was given: %s', (withHash) => {
  // Threat: The URL of an upload is used for another file, another place, twice, or later
  test('takes the file by one of several PUTs, and nothing else', async () => {
    const upload = await uploadFor(pdf, { withHash });

    for (const bytes of [pdf.slice(0, -1), Uint8Array.from([...pdf, 0])])
      expect(await put(upload, bytes)).toBe(403);
    expect(await put({ ...upload, headers: {} }, pdf)).toBe(403);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => put(upload, pdf)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412 || status === 409)).toHaveLength(4);
    expect(await put(upload, pdf)).toBe(412);
  });

  // Threat: The URL of an upload is used for another file, another place, twice, or later
  test('refuses every other use', async () => {
    const { url, headers } = await uploadFor(pdf, { withHash });
    const copy = { ...headers, 'x-amz-copy-source': new URL(url).pathname };

    const answers = await Promise.all([
      fetch(url),
      fetch(url, { method: 'DELETE', headers }),
      fetch(url, { method: 'PUT', headers: copy, body: pdf }),
      fetch(url.replace(/X-Amz-Expires=[0-9]+/, 'X-Amz-Expires=7200'), { method: 'PUT', headers, body: pdf }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

test('accepts other content of the same length only if no SHA-256 was given', async () => {
  expect(await put(await uploadFor(pdf), altered)).toBe(200);

  const upload = await uploadFor(pdf, { withHash: true });
  expect(await put(upload, altered)).toBe(400);
  const swapped = { ...upload.headers, 'x-amz-checksum-sha256': base64Of(altered) };
  expect(await put({ ...upload, headers: swapped }, altered)).toBe(403);
  expect(await put(upload, pdf)).toBe(200);
});

test('a repeated request gets the same upload, with a newly signed URL', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const json = { size_bytes: pdf.byteLength, sha256: sha256Of(pdf).toUpperCase() };

  const { body: first } = await call.createUpload({ headers, json });
  const { body: second } = await call.createUpload({ headers, json });

  expect(second).toEqual({ ...first, url: expect.stringContaining('X-Amz-Signature') });
  expect(await put(second, pdf)).toBe(200);
  expect(await put(first, pdf)).toBe(412);
});
