import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { unusedUrl } from '../support/webhooks.ts';
import { bodies, ownersSession, pathNamesOf, unknownIds } from './requests.ts';

/** Things of another organization, whose owner made them. */
const there = { as: 'outsider' } as const;
const path = { ...unknownIds };
beforeAll(async () => {
  const { document_id, version_id } = await readyDocument({ ...there, fields: { access_level: 'public' } });
  const email = `${crypto.randomUUID()}@guests.example`;
  const of = { ...there, path: { document_id } };
  const made = {
    document_id,
    version_id,
    user_id: (await call.listOrganizationMembers(there)).body.items[0]?.user_id ?? '',
    policy_id: (await call.createPolicy({ ...there, json: { name: uniqueTitle('Theirs') } })).body.id,
    share_id: (await call.createDocumentShare({ ...of, json: { email, send_mail: false } })).body.id,
    invitation_id: (await call.createInvitation({ ...there, json: { email, role: 'member' } })).body.id,
    webhook_id: (
      await call.registerWebhook({ ...there, json: { url: unusedUrl, events: ['document.created'] } })
    ).body.id,
    key_id: (await call.createApiKey({ ...there, json: { name: 'Theirs' } })).body.id,
    service_account_id: (await call.createServiceAccount({ ...there, json: { name: 'Theirs' } })).body.id,
  };
  const group_id = (await call.createGroup({ ...there, json: { name: uniqueTitle('Theirs') } })).body.id;
  const entry = await call.createGroupEntry({ ...there, path: { group_id }, json: { email } });
  await call.attachDocumentPolicy({ ...of, json: { policy_id: made.policy_id } });
  const room_id = (await call.createRoom({ ...there, json: { name: uniqueTitle('Theirs') } })).body.id;
  const inRoom = { ...there, path: { room_id } };
  const item = await call.createRoomItems({ ...inRoom, json: { kind: 'folder', name: 'Theirs' } });
  const access = await call.createRoomAccess({ ...inRoom, json: { organization: true, level: 'view' } });
  await call.attachRoomPolicy({ ...inRoom, json: { policy_id: made.policy_id } });
  Object.assign(path, made, {
    group_id,
    entry_id: entry.body.id,
    room_id,
    item_id: 'id' in item.body ? item.body.id : '',
    access_id: access.body.id,
  });
});
afterAll(async () => {
  const request = { ...there, path };
  await call.detachDocumentPolicy(request);
  await call.updatePolicy({ ...request, json: { archived: true } });
  await call.deleteGroup(request);
  await call.deleteRoom(request);
  await call.deleteWebhook(request);
  await call.deleteInvitation(request);
  await call.deleteApiKey(request);
  await call.deleteServiceAccount(request);
});

/** Returns everything there that a request could change. */
const state = async () => ({
  ...(await stateOf(path.document_id, there.as)),
  policies: (await call.listDocumentPolicies({ ...there, path })).body.items,
  policy: (await call.getPolicy({ ...there, path })).body,
  group: (await call.getGroup({ ...there, path })).body,
  entries: (await call.listGroupEntries({ ...there, path })).body.items,
  room: (await call.getRoom({ ...there, path })).body,
  items: (await call.listRoomItems({ ...there, path })).body.items,
  access: (await call.listRoomAccess({ ...there, path })).body.items,
  gate: (await call.listRoomPolicies({ ...there, path })).body.items,
  share: (await call.getDocumentShare({ ...there, path })).body,
  // Other files make documents in this organization at the same time, which the endpoint gets.
  webhook: { ...(await call.getWebhook({ ...there, path })).body, pending_deliveries: undefined },
  members: (await call.listOrganizationMembers(there)).body.items,
  invitations: (await call.listInvitations(there)).body.items.map(({ id }) => id),
  accounts: (await call.listServiceAccounts(there)).body.items.map(({ id }) => id),
  key: (await call.getMe(there)).body,
});

describe('something of another organization', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await state();
  });

  const withPath = allOperations.filter((contract) => pathNamesOf(contract).length > 0);
  /** The request of an operation, whose body is the same each time. */
  const answerTo = async (contract: OperationContract, request: CallRequest, ids: typeof path) => {
    const { status, error, problem } = await call(contract, { ...request, path: ids });
    return { status, error, problem };
  };

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test.for(withPath)('looks as if it did not exist: $id', async (contract) => {
    const body = await bodies[contract.id]?.();
    for (const by of contract.sessionOnly ? [ownersSession] : ([{ as: 'owner' }, { as: 'staff' }] as const)) {
      const theirs = await answerTo(contract, { ...body, ...by }, path);

      expect(theirs.status).toBe(contract.id === 'deleteOwnShare' && 'as' in by ? 403 : 404);
      expect(theirs).toEqual(await answerTo(contract, { ...body, ...by }, unknownIds));
    }
  });

  test('is not changed', async () => {
    expect(await state()).toEqual(before);
  });
});
