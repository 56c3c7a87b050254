import { isDeepStrictEqual } from 'node:util';
import { describe, expect } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { takesPreconditions } from '../../shared/contract/operation.ts';
import { createDocument, getDocument, updateDocument } from '../../shared/contract/operations/documents.ts';
import { getGroup } from '../../shared/contract/operations/groups.ts';
import { getMe } from '../../shared/contract/operations/me.ts';
import { getOrganization } from '../../shared/contract/operations/organization.ts';
import { getPolicy } from '../../shared/contract/operations/policies.ts';
import { getRoomAccess } from '../../shared/contract/operations/roomAccess.ts';
import { getRoom, getRoomItem } from '../../shared/contract/operations/rooms.ts';
import { getDocumentShare } from '../../shared/contract/operations/shares.ts';
import { createDocumentVersion, getDocumentVersion } from '../../shared/contract/operations/versions.ts';
import { getWebhook } from '../../shared/contract/operations/webhooks.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { sameOrigin } from '../support/organizations.ts';
import { addPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { newOrganization } from '../support/webhooks.ts';

const strongTag = /^"[!#-~]+"$/;

async function tagOf(contract: OperationContract, request: CallRequest): Promise<string> {
  const { headers } = await call(contract, request);
  const tag = headers.get('etag');
  expect(tag).toMatch(strongTag);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  return tag ?? '';
}

test('the ETag is the same from every operation that answers with a document, and known ones get 304', async ({
  ready: { document, document_id },
}) => {
  const path = { document_id };
  const tag = await tagOf(getDocument, { path });
  expect(await tagOf(getDocument, { path, as: 'admin' })).toBe(tag);

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
  const updated = await tagOf(updateDocument, { path, json: { title: uniqueTitle('NDA') } });
  expect(updated).not.toBe(tag);
  expect(await tagOf(getDocument, { path })).toBe(updated);
  await tagOf(createDocument, { form: uploadForm({ title: 'NDA' }, await makePdf()) });
  await tagOf(createDocumentVersion, { path, form: uploadForm({}, await makePdf()) });
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

describe.concurrent('If-Match', () => {
  const ofNewOrganization = async () =>
    ({ as: 'staff', headers: (await newOrganization()).headers }) as const;
  const things: Readonly<
    Partial<Record<OperationId, () => Promise<readonly [OperationContract, CallRequest]>>>
  > = {
    updateDocument: async () => [getDocument, { ...(await newDocument()), json: {} }],
    setDocumentAccessLevel: async () => [
      getDocument,
      { ...(await newDocument()), json: { access_level: 'public' } },
    ],
    deleteDocument: async () => [getDocument, await newDocument()],
    updateDocumentVersion: async () => [getDocumentVersion, { ...(await newVersion()), json: {} }],
    deleteDocumentVersion: async () => [getDocumentVersion, await newVersion()],
    updateDocumentShare: async () => [getDocumentShare, { ...(await newShare()), json: {} }],
    deleteDocumentShare: async () => [getDocumentShare, await newShare()],
    updatePolicy: async () => [
      getPolicy,
      { path: { policy_id: (await addPolicy()).id }, json: { archived: true } },
    ],
    updateWebhook: async () => {
      const { as, path } = await endpointOf(await newOrganization());
      return [getWebhook, { ...as, path, json: { enabled: false } }];
    },
    updateOrganization: async () => [
      getOrganization,
      { ...(await ofNewOrganization()), json: { name: 'Renamed' } },
    ],
    deleteOrganization: async () => [
      getOrganization,
      { ...(await ofNewOrganization()), json: { name: 'Webhooks' } },
    ],
    updateGroup: async () => [getGroup, { ...(await newGroup()), json: {} }],
    deleteGroup: async () => [getGroup, await newGroup()],
    updateRoom: async () => [getRoom, { ...(await newRoom()), json: {} }],
    deleteRoom: async () => [getRoom, await newRoom()],
    updateRoomItem: async () => [getRoomItem, { ...(await newItem()), json: {} }],
    deleteRoomItem: async () => [getRoomItem, await newItem()],
    updateRoomAccess: async () => [getRoomAccess, { ...(await newAccess()), json: {} }],
    deleteRoomAccess: async () => [getRoomAccess, await newAccess()],
    updateMe: async () => [getMe, { session: 'member', headers: sameOrigin, json: {} }],
  };
  const newGroup = async () => {
    const json = { name: `Bidders ${crypto.randomUUID()}` };
    return { path: { group_id: (await call.createGroup({ json })).body.id } };
  };
  const newRoom = async () => {
    const json = { name: `Bidding ${crypto.randomUUID()}` };
    return { path: { room_id: (await call.createRoom({ json })).body.id } };
  };
  const newItem = async () => {
    const { path } = await newRoom();
    const { body } = await call.createRoomItems({ path, json: { kind: 'folder', name: 'Contracts' } });
    return { path: { ...path, item_id: 'id' in body ? body.id : '' } };
  };
  const newAccess = async () => {
    const { path } = await newRoom();
    const json = { organization: true, level: 'view' };
    return { path: { ...path, access_id: (await call.createRoomAccess({ path, json })).body.id } };
  };
  const newDocument = async () => ({ path: { document_id: (await upload()).id } });
  const newVersion = async () => {
    const { id: document_id } = await upload();
    return { path: { document_id, version_id: (await uploadVersion({ document_id })).id } };
  };
  const newShare = async () => {
    const { path } = await newDocument();
    const json = { email: `${crypto.randomUUID()}@example.org`, send_mail: false };
    return { path: { ...path, share_id: (await call.createDocumentShare({ path, json })).body.id } };
  };

  test.for(allOperations.filter((one) => takesPreconditions(one) && one.method !== 'GET'))(
    'allows a change or a deletion only if the resource has the tag: $id',
    async (contract) => {
      const made = await things[contract.id]?.();
      if (!made) throw new Error(`${contract.id} has no request`);
      const [read, { json, ...request }] = made;
      const change = (tag: string) =>
        call(contract, {
          ...request,
          ...(json !== undefined && { json }),
          headers: { ...request.headers, 'If-Match': tag },
        });
      // The state of processing is a field of documents and versions. So the tag is read until a change has it.
      const current = async () => (await call(read, request)).headers.get('etag') ?? '';

      const before = await current();
      const other = await change('"other"');
      expect([other.status, other.headers.get('x-error-code')]).toEqual([412, 'precondition_failed']);
      if (other.error) expect(other.error.param).toBe('If-Match');
      await eventually(
        async () => (await change(await current())).status,
        (status) => status < 300,
      );
      if (contract.method !== 'DELETE' && !isDeepStrictEqual(json, {}))
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
