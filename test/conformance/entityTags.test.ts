import { afterAll, describe, expect } from 'vitest';
import { takesPreconditions } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { Answer, CallRequest } from '../support/client.ts';
import { call, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { sameOrigin } from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { newOrganization } from '../support/webhooks.ts';
import { removeThings, thingsOf } from './things.ts';

const strongTag = /^"[!#-~]+"$/;

async function tagOf(id: OperationId, request: CallRequest): Promise<string> {
  const { headers } = await call[id](request);
  const tag = headers.get('etag');
  expect(tag).toMatch(strongTag);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  return tag ?? '';
}

test('the ETag is the same from every operation that answers with a document, and known ones get 304', async ({
  ready: { document, document_id },
}) => {
  const path = { document_id };
  const tag = await tagOf('getDocument', { path });
  expect(await tagOf('getDocument', { path, as: 'admin' })).toBe(tag);

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
  const updated = await tagOf('updateDocument', { path, json: { title: uniqueTitle('NDA') } });
  expect(updated).not.toBe(tag);
  expect(await tagOf('getDocument', { path })).toBe(updated);
  await tagOf('createDocument', { form: uploadForm({ title: 'NDA' }, await makePdf()) });
  await tagOf('createDocumentVersion', { path, form: uploadForm({}, await makePdf()) });
});

test.for([
  ['If-Match', '"other"', 'precondition_failed'],
  ['If-Match', 'unquoted', 'invalid_value'],
  ['If-None-Match', '*', 'precondition_failed'],
] as const)('%s: %s refuses a change, and names the header', async ([name, value, code], { ready }) => {
  const path = { document_id: ready.document_id };
  const headers = { [name]: value };

  expect(await call.updateDocument({ path, json: { title: 'Lease' }, headers })).toMatchObject(
    refused(code, name),
  );
  if (name === 'If-Match')
    expect(await call.getDocument({ path, headers })).toMatchObject(refused(code, name));
  expect((await call.getDocument({ path })).body).toEqual(ready.document);
});

describe('If-Match', async () => {
  const path = await thingsOf('owner');
  const versionOf = async () => (await uploadVersion({ document_id: path.document_id })).id;
  const added = { ...path, version_id: await versionOf() };
  const inOwn = { as: 'staff', headers: (await newOrganization()).headers } as const;
  const mine = { session: 'member', headers: sameOrigin } as const;
  afterAll(() => removeThings('owner', path));

  /** Each operation with the one that reads the same resource, and a change; deletions come last. Default: with the ids of the owner’s things */
  const rows: readonly (readonly [
    OperationId,
    OperationId,
    json?: object | undefined,
    request?: CallRequest,
  ])[] = [
    ['updateDocument', 'getDocument', {}],
    ['setDocumentAccessLevel', 'getDocument', { access_level: 'organization' }],
    ['updateDocumentVersion', 'getDocumentVersion', {}],
    ['updateDocumentShare', 'getDocumentShare', {}],
    ['updatePolicy', 'getPolicy', { archived: true }],
    ['updateWebhook', 'getWebhook', { enabled: false }],
    ['updateOrganization', 'getOrganization', { name: 'Renamed' }, inOwn],
    ['updateGroup', 'getGroup', {}],
    ['updateRoom', 'getRoom', {}],
    ['updateRoomItem', 'getRoomItem', {}],
    ['updateRoomAccess', 'getRoomAccess', {}],
    ['updateMe', 'getMe', {}, mine],
    ['deleteDocumentShare', 'getDocumentShare'],
    ['deleteDocumentVersion', 'getDocumentVersion', undefined, { path: added }],
    ['deleteDocument', 'getDocument'],
    ['deleteGroup', 'getGroup'],
    ['deleteRoomAccess', 'getRoomAccess'],
    ['deleteRoomItem', 'getRoomItem'],
    ['deleteRoom', 'getRoom'],
    ['deleteOrganization', 'getOrganization', { name: 'Renamed' }, inOwn],
  ];

  test('is taken by each of these operations', () => {
    const taking = allOperations.filter((one) => takesPreconditions(one) && one.method !== 'GET');
    expect(rows.map(([id]) => id).toSorted()).toEqual(taking.map(({ id }) => id).toSorted());
  });

  test.for(rows)(
    'allows a change or a deletion only if the resource has the tag: %s',
    async ([id, read, json, given = {}]) => {
      const request = { path, ...given };
      const change = (tag: string) =>
        call[id]({
          ...request,
          ...(json && { json }),
          headers: { ...request.headers, 'If-Match': tag },
        }) as Promise<Answer<unknown>>;
      // The state of processing is a field of documents and versions. So the tag is read until a change has it.
      const current = async () => (await call[read](request)).headers.get('etag') ?? '';

      const before = await current();
      const other = await change('"other"');
      expect([other.status, other.headers.get('x-error-code')]).toEqual([412, 'precondition_failed']);
      if (other.error) expect(other.error.param).toBe('If-Match');
      await eventually(
        async () => (await change(await current())).status,
        (status) => status < 300,
      );
      if (json && Object.keys(json).length > 0 && !id.startsWith('delete'))
        expect((await change(before)).status).toBe(412);
    },
  );
});

test('no change is lost when eight clients count in the title at the same time', async () => {
  const clients = 8;
  const { id } = await upload({ fields: { title: '0' } });
  const path = { document_id: id };

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
