import { describe, expect } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { createDocument, getDocument, updateDocument } from '../../shared/contract/operations/documents.ts';
import {
  createDocumentVersion,
  getDocumentVersion,
  updateDocumentVersion,
} from '../../shared/contract/operations/versions.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const strongTag = /^"[!#-~]+"$/;

async function tagOf(contract: OperationContract, request: CallRequest): Promise<string> {
  const { headers } = await call(contract, request);
  const tag = headers.get('etag');
  expect(tag).toMatch(strongTag);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  return tag ?? '';
}

describe.concurrent('ETag', () => {
  test('is the same from every operation that answers with the document', async ({
    ready: { document_id },
  }) => {
    const path = { document_id };

    const read = await tagOf(getDocument, { path });
    const readAgain = await tagOf(getDocument, { path, as: 'admin' });
    const updated = await tagOf(updateDocument, { path, json: { title: uniqueTitle('NDA') } });

    expect(readAgain).toBe(read);
    expect(updated).not.toBe(read);
    expect(await tagOf(getDocument, { path })).toBe(updated);
    await tagOf(createDocument, { form: uploadForm({ title: 'NDA' }, await makePdf()) });
  });

  test('is the same from every operation that answers with the version', async () => {
    const { document_id, version_id } = await readyDocument();
    const path = { document_id, version_id };

    const read = await tagOf(getDocumentVersion, { path });
    const updated = await tagOf(updateDocumentVersion, { path, json: { title: 'Second draft' } });

    expect(updated).not.toBe(read);
    expect(await tagOf(getDocumentVersion, { path })).toBe(updated);
    await tagOf(createDocumentVersion, { path: { document_id }, form: uploadForm({}, await makePdf()) });
  });

  test('does not change when fields of the document stay the same', async ({ ready: { document_id } }) => {
    const before = await tagOf(getDocument, { path: { document_id } });

    await call.generateDocumentEntryPage({ path: { document_id } });

    expect(await tagOf(getDocument, { path: { document_id } })).toBe(before);
  });

  test('is not sent with lists and errors', async () => {
    const list = await call.listDocuments();
    const missing = await call.getDocument({ path: { document_id: `doc_${'0'.repeat(26)}` } });

    for (const { headers } of [list, missing]) {
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

describe.concurrent('If-None-Match', () => {
  test('answers 304 without a body to a client with the current document', async ({
    ready: { document, document_id },
  }) => {
    const path = { document_id };
    const tag = await tagOf(getDocument, { path });

    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers } = await call.getDocument({ path, headers: { 'If-None-Match': known } });

      expect(status).toBe(304);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    }
    for (const unknown of ['"other"', tag.slice(1, -1)]) {
      const { body } = await call.getDocument({ path, headers: { 'If-None-Match': unknown } });
      expect(body).toEqual(document);
    }
  });

  test('returns a version again once it has changed', async ({ ready: { document_id, version_id } }) => {
    const path = { document_id, version_id };
    const headers = { 'If-None-Match': await tagOf(getDocumentVersion, { path }) };

    const before = await call.getDocumentVersion({ path, headers });
    await call.updateDocumentVersion({ path, json: { title: 'Second draft' } });
    const after = await call.getDocumentVersion({ path, headers });

    expect([before.status, after.status]).toEqual([304, 200]);
    expect(after.body.title).toBe('Second draft');
  });

  test('does not change the answer to callers who may not read', async ({ ready: { document_id } }) => {
    const headers = { 'If-None-Match': '*' };

    const answer = await call.getDocument({ as: 'outsider', path: { document_id }, headers });

    expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
  });

  test('with the current tag refuses a change', async ({ ready: { document_id } }) => {
    const before = await stateOf(document_id);

    const answer = await call.updateDocument({
      path: { document_id },
      json: { title: 'Lease' },
      headers: { 'If-None-Match': '*' },
    });

    expect(answer).toMatchObject(refused('precondition_failed', 'If-None-Match'));
    expect(await stateOf(document_id)).toEqual(before);
  });
});

describe.concurrent('If-Match', () => {
  test('allows a change only if the document has the tag', async ({ ready: { document_id } }) => {
    const path = { document_id };
    const seen = await tagOf(getDocument, { path });
    const first = await call.updateDocument({
      path,
      json: { title: 'Lease' },
      headers: { 'If-Match': seen },
    });
    const before = await stateOf(document_id);

    const second = await call.updateDocument({ path, json: { title: 'NDA' }, headers: { 'If-Match': seen } });

    expect(first.body.title).toBe('Lease');
    expect(second).toMatchObject(refused('precondition_failed', 'If-Match'));
    expect(await stateOf(document_id)).toEqual(before);
  });

  test('applies also to a change that changes nothing', async ({ ready: { document_id } }) => {
    const answer = await call.updateDocument({
      path: { document_id },
      json: {},
      headers: { 'If-Match': '"other"' },
    });

    expect(answer).toMatchObject(refused('precondition_failed', 'If-Match'));
  });

  test('applies to a version', async ({ ready: { document_id, version_id } }) => {
    const path = { document_id, version_id };
    const seen = await tagOf(getDocumentVersion, { path });
    const change = (title: string) =>
      call.updateDocumentVersion({ path, json: { title }, headers: { 'If-Match': seen } });

    const first = await change('Second draft');
    const second = await change('Third draft');

    expect(first.status).toBe(200);
    expect(second).toMatchObject(refused('precondition_failed', 'If-Match'));
    expect((await call.getDocumentVersion({ path })).body.title).toBe('Second draft');
  });

  test('accepts any state with *, and none with a weak tag', async ({ ready: { document_id } }) => {
    const path = { document_id };
    const weak = `W/${await tagOf(getDocument, { path })}`;

    const byAny = await call.updateDocument({ path, json: {}, headers: { 'If-Match': '*' } });
    const byWeak = await call.updateDocument({ path, json: {}, headers: { 'If-Match': weak } });

    expect(byAny.status).toBe(200);
    expect(byWeak).toMatchObject(refused('precondition_failed', 'If-Match'));
  });

  test('applies to reading as well', async ({ ready: { document_id } }) => {
    const answer = await call.getDocument({ path: { document_id }, headers: { 'If-Match': '"other"' } });

    expect(answer).toMatchObject(refused('precondition_failed', 'If-Match'));
  });

  test('is checked after the permissions', async ({ ready: { document_id } }) => {
    const asks = { path: { document_id }, json: { title: 'Lease' }, headers: { 'If-Match': '"other"' } };

    const outsider = await call.updateDocument({ as: 'outsider', ...asks });
    const member = await call.updateDocument({ as: 'member', ...asks });
    const nobody = await call.updateDocument({ as: null, ...asks });

    expect(outsider).toMatchObject(refused('resource_not_found', 'document_id'));
    expect(member).toMatchObject(refused('insufficient_permissions'));
    expect(nobody).toMatchObject(refused('missing_api_key'));
  });

  test('that is malformed is refused, and the error names it', async ({ ready: { document_id } }) => {
    const before = await stateOf(document_id);

    const answer = await call.updateDocument({
      path: { document_id },
      json: { title: 'Lease' },
      headers: { 'If-Match': 'unquoted' },
    });

    expect(answer).toMatchObject(refused('invalid_value', 'If-Match'));
    expect(await stateOf(document_id)).toEqual(before);
  });
});

describe('concurrent changes', () => {
  test('one of two that began with the same state succeeds', async ({ ready: { document_id } }) => {
    const path = { document_id };
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'If-Match': await tagOf(getDocument, { path }) };
      const titles = [uniqueTitle('mine'), uniqueTitle('yours')];

      const answers = await Promise.all(
        titles.map((title) => call.updateDocument({ path, json: { title }, headers })),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = titles[answers.findIndex(({ status }) => status === 200)];
      expect((await call.getDocument({ path })).body.title).toBe(winner);
    }
  });

  test('no change is lost when twenty clients count in the title at the same time', async () => {
    const clients = 20;
    const { document_id } = await readyDocument({ fields: { title: '0' } });
    const path = { document_id };

    async function increment(): Promise<void> {
      for (;;) {
        const { body, headers } = await call.getDocument({ path });
        const { status } = await call.updateDocument({
          path,
          json: { title: String(Number(body.title) + 1) },
          headers: { 'If-Match': headers.get('etag') ?? '' },
        });
        if (status === 200) return;
        expect([412, 429]).toContain(status);
      }
    }
    await Promise.all(Array.from({ length: clients }, increment));

    expect((await call.getDocument({ path })).body.title).toBe(String(clients));
  });
});
