import { expect, test } from 'vitest';
import { fingerprintOf, type Said } from '../../../shared/http/fingerprint.ts';

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
