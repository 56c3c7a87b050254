import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { bodies, ownersSession, pathNamesOf, unknownIds } from './requests.ts';
import { removeThings, thingsOf } from './things.ts';

/** Things of another organization, whose owner made them. */
const there = { as: 'outsider' } as const;
const path = await thingsOf(there.as);
afterAll(() => removeThings(there.as, path));

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
