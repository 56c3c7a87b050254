import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAboutDocument, type OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { changes, reads, stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { bodies, ownersSession, pathNamesOf, unknownIds } from './requests.ts';
import { removeThings, thingsOf } from './things.ts';

/** Every operation on a document. */
const onDocument = allOperations.filter((one) => isAboutDocument(one) || one.id === 'restoreDocument');

/** Documents that a caller may not see: the caller must not learn that they exist. */
describe.for([
  { what: "a member's private document", creator: 'member', level: 'private', as: 'owner' },
  { what: "an owner's private document", creator: 'owner', level: 'private', as: 'member' },
  { what: "a service account's private document", creator: 'service_account', level: 'private', as: 'admin' },
  { what: "an organization's public document", creator: 'owner', level: 'public', as: 'newcomer' },
  { what: "a newcomer's private document", creator: 'newcomer', level: 'private', as: 'owner' },
] as const)('$what, to the $as', ({ creator, level, as }) => {
  let target: Awaited<ReturnType<typeof readyDocument>>;
  beforeAll(async () => {
    target = await readyDocument({ as: creator, fields: { access_level: level } });
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is not found by any operation, as if it did not exist, and stays unchanged', async () => {
    const { document_id, version_id } = target;
    const before = await stateOf(document_id, creator);

    for (const contract of onDocument) {
      const body = await bodies[contract.id]?.();
      const answer = await call(contract, { ...body, as, path: { ...unknownIds, document_id, version_id } });

      expect(answer, contract.id).toMatchObject(refused('resource_not_found', 'document_id'));
    }
    expect(await stateOf(document_id, creator)).toEqual(before);
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is absent from the list', async () => {
    const created_after = new Date(Date.parse(target.document.created_at) - 1).toISOString();

    const listed = await allDocuments(as, { created_after });

    expect(idsOf(listed)).not.toContain(target.document_id);
  });
});

test('the answers to a key without the permission to write do not show which documents exist', async () => {
  const own = await readyDocument({ as: 'member' });
  const hidden = await readyDocument({ as: 'owner', fields: { access_level: 'private' } });
  const before = await stateOf(own.document_id);

  for (const { id, run } of changes) {
    const [first, ...others] = [
      await run('read_only', own),
      await run('read_only', hidden),
      await run('read_only', unknownIds),
    ];

    expect(first, id).toMatchObject(refused('insufficient_permissions'));
    for (const { error } of others) expect(error, id).toEqual(first.error);
  }
  expect(await stateOf(own.document_id)).toEqual(before);
});

test.for<Actor>(['member', 'service_account', 'newcomer'])(
  'the %s may do everything with their private document',
  async (as) => {
    const target = await readyDocument({ as, fields: { access_level: 'private' } });

    for (const { id, run } of [...reads, ...changes])
      if (id !== 'setDocumentAccessLevel' || as !== 'newcomer')
        expect((await run(as, target)).status, id).toBe(200);

    const { document, versions } = await stateOf(target.document_id, as);
    expect(document.title).toBe('Taken over');
    expect(versions).toMatchObject([{ title: 'Taken over' }]);
  },
);

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
