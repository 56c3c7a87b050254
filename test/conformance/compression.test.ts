import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

/** With this description, the answer is longer than 1,024 bytes, the minimum for compression. */
const description = 'All that was agreed. '.repeat(90);

test('applies to answers of 1,024 bytes or more, if the client accepts it', async ({ ready: short }) => {
  const long = await readyDocument({ fields: { description } });
  const read = (document_id: string, accepted: string) =>
    call.getDocument({ path: { document_id }, headers: { 'Accept-Encoding': accepted } });

  const compressed = await read(long.document_id, 'gzip');
  const plain = await read(long.document_id, 'identity');
  const tooShort = await read(short.document_id, 'gzip');

  expect(compressed.body).toEqual(plain.body);
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(tooShort.headers.get('content-encoding')).toBeNull();
  for (const { headers } of [compressed, plain]) {
    expect(headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(headers.get('vary')).toMatch(/\bAccept-Encoding\b/);
  }
});

const patch = (document_id: string, raw: Uint8Array<ArrayBuffer>, coding: string) =>
  call.updateDocument({
    path: { document_id },
    raw,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
  });
const zipped = (text: string) => Uint8Array.from(gzipSync(text));

test('of a request body is accepted', async ({ ready: { document_id } }) => {
  expect((await patch(document_id, zipped('{"title":"Lease"}'), 'gzip')).body.title).toBe('Lease');
});

test('of a form is accepted', async () => {
  const form = new Response(uploadForm({ title: 'Zipped' }, await makePdf()));
  const headers = { 'Content-Type': String(form.headers.get('Content-Type')), 'Content-Encoding': 'gzip' };
  const raw = Uint8Array.from(gzipSync(await form.arrayBuffer()));

  expect((await call.createDocument({ raw, headers })).body.title).toBe('Zipped');
});

// Threat: A JSON body takes much computing time
test('of a request does not bypass the limits for its body', async ({ ready: { document_id } }) => {
  const before = await stateOf(document_id);
  const titled = (spaces: number) => zipped(`{"title":"Lease"${' '.repeat(spaces)}}`);

  const forService = await patch(document_id, titled(300_000), 'gzip');
  const forGateway = await patch(document_id, titled(11_000_000), 'gzip');

  expect(forService).toMatchObject(refused('body_too_large'));
  expect(forGateway).toMatchObject(refused('file_too_large'));
  expect(await stateOf(document_id)).toEqual(before);
});
