import { describe, expect, test } from 'vitest';
import * as documents from '../../shared/contract/operations/documents.ts';
import * as versions from '../../shared/contract/operations/versions.ts';
import { apiKeys, call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';

const json = { 'Content-Type': 'application/json' };

/** No request here may change this document. Most tests assert that the document is unchanged. */
const { document_id, version_id } = await readyDocument();
const path = { document_id, version_id };

describe.for([documents.updateDocument, versions.updateDocumentVersion])('$id', (contract) => {
  test.for([
    { what: 'JSON that stops', raw: '{"title": "Half' },
    { what: 'a trailing comma', raw: '{"title": "T",}' },
    { what: 'a single quote', raw: "{'title': 'T'}" },
    { what: 'NaN', raw: '{"title": NaN}' },
    { what: 'two objects', raw: '{"title": "T"}{"title": "U"}' },
    { what: 'a form', raw: 'title=T' },
    { what: 'an empty body', raw: '' },
    { what: 'bytes that are no UTF-8', raw: Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]) },
  ])('refuses $what as invalid JSON, and changes nothing', async ({ raw }) => {
    const before = await stateOf(path.document_id);

    const answer = await call(contract, { path, raw, headers: json });

    expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param: null } });
    expect(answer.error?.code).toMatch(
      raw.length === 0 ? /^(invalid_json|invalid_value)$/ : /^invalid_json$/,
    );
    expect(await stateOf(path.document_id)).toEqual(before);
  });

  test.for(['[]', '[{"title":"T"}]', '"title"', '7', 'true', 'null'])(
    'refuses the JSON %s, which is not an object',
    async (raw) => {
      const before = await stateOf(path.document_id);

      const answer = await call(contract, { path, raw, headers: json });

      expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param: null } });
      expect(answer.error?.code).toMatch(/^(invalid_json|invalid_value)$/);
      expect(await stateOf(path.document_id)).toEqual(before);
    },
  );

  test.for(['__proto__', 'constructor', 'toString'])('refuses the field %s', async (name) => {
    const before = await stateOf(path.document_id);

    const answer = await call(contract, {
      path,
      raw: `{"title": "T", "${name}": {"title": "U"}}`,
      headers: json,
    });

    expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
    expect(await stateOf(path.document_id)).toEqual(before);
  });

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/pdf',
    'multipart/form-data; boundary=b',
  ])('refuses the content type %s', async (contentType) => {
    const before = await stateOf(path.document_id);

    const answer = await call(contract, {
      path,
      raw: '{"title": "T"}',
      headers: { 'Content-Type': contentType },
    });

    expect(answer).toMatchObject(refused('unsupported_media_type', 'Content-Type'));
    expect(await stateOf(path.document_id)).toEqual(before);
  });

  test('refuses JSON without a content type', async () => {
    const answer = await call(contract, {
      path,
      raw: Uint8Array.from(Buffer.from('{"title": "T"}')),
    });

    expect(answer).toMatchObject(refused('unsupported_media_type', 'Content-Type'));
  });
});

describe('an unknown operation', () => {
  test.for([
    { method: 'GET', path: '/v1/nothing' },
    { method: 'PATCH', path: '/v1/documents' },
    { method: 'PUT', path: '/v1/documents/doc_00000000000000000000000000' },
    { method: 'GET', path: '/v1/documents/doc_00000000000000000000000000/entry_page' },
    { method: 'POST', path: '/v1/documents/doc_00000000000000000000000000/versions/ver_0/again' },
  ] as const)('is not found: $method $path', async ({ method, path: unknown }) => {
    for (const as of ['owner', null] as const) {
      const answer = await call({ ...documents.getDocument, method, path: unknown }, { as });

      expect(answer).toMatchObject(refused('resource_not_found'));
      expect(answer.problem).toMatchObject({ status: 404, title: 'Not Found' });
    }
  });
});

test('does not repeat secrets or internal details', async () => {
  const { error } = await call.getDocument({ path: { document_id: apiKeys.owner } });

  expect(error?.message).not.toContain(apiKeys.owner.slice(-32));
});

test('every response has its own request id', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => call.listDocuments({ query: { limit: '1' } })));

  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
});

test('no response may be stored by caches: it depends on the caller', async () => {
  const { headers } = await call.listDocuments({ query: { limit: '1' } });

  expect(headers.get('cache-control')).toContain('no-store');
});
