import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/access/errors.ts';
import { fingerprintOf, type Said } from '../../../shared/http/fingerprint.ts';
import type { HeaderLines } from '../../../shared/http/headers.ts';
import { idempotencyKeyIn } from '../../../shared/http/idempotencyKey.ts';

test.for<[HeaderLines, string | undefined]>([
  [{ 'Idempotency-Key': ['order-7'] }, 'order-7'],
  [{ 'IDEMPOTENCY-key': ['order-7'], 'X-Idempotency-Key': ['other'] }, 'order-7'],
  [{ Accept: ['*/*'] }, undefined],
  [null, undefined],
])('the key of %j is %s', ([headers, key]) => {
  expect(idempotencyKeyIn(headers)).toBe(key);
});

test.for<HeaderLines>([
  { 'Idempotency-Key': [''] },
  { 'Idempotency-Key': ['order-7', 'order-8'] },
  { 'Idempotency-Key': ['order-7', 'order-7'] },
  { 'Idempotency-Key': ['order-7'], 'idempotency-key': ['order-8'] },
])('%j is not a key', (headers) => {
  expect(() => idempotencyKeyIn(headers)).toThrow(ApiError);
});

const said: Said = {
  method: 'POST',
  path: '/v1/documents/{document_id}/versions',
  parameters: { document_id: 'doc_1' },
  query: {},
  body: { title: 'T', nested: { a: [1, { b: 2, c: 3 }], d: null } },
  file: Buffer.from('%PDF-1.7'),
};

test('a fingerprint is a SHA-256, and the same for the same value', () => {
  expect(fingerprintOf(said)).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprintOf({ ...said, file: Uint8Array.from(Buffer.from('%PDF-1.7')) })).toBe(
    fingerprintOf(said),
  );
});

test("the order of an object's properties has no effect, at any depth", () => {
  const body = { nested: { d: null, a: [1, { c: 3, b: 2 }] }, title: 'T' };

  expect(fingerprintOf({ ...said, body })).toBe(fingerprintOf(said));
});

test.for<[string, Partial<Said>]>([
  ['method', { method: 'PUT' }],
  ['path', { path: '/v1/documents/{document_id}/policies' }],
  ['parameters', { parameters: { document_id: 'doc_2' } }],
  ['a value', { body: { title: 'U', nested: { a: [1, { b: 2, c: 3 }], d: null } } }],
  ['the order of a list', { body: { title: 'T', nested: { a: [{ b: 2, c: 3 }, 1], d: null } } }],
  ['null for nothing', { body: { title: 'T', nested: { a: [1, { b: 2, c: 3 }] } } }],
  ['a value that looks like another field', { body: { title: 'T","nested":"' } }],
  ['a byte of the file', { file: Buffer.from('%PDF-1.6') }],
  ['no file', { file: undefined }],
])('it depends on %s', ([, other]) => {
  expect(fingerprintOf({ ...said, ...other })).not.toBe(fingerprintOf(said));
});
