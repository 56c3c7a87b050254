import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations, operations } from '../../shared/contract/operations.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument, textThere } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { membersOf, sameOrigin, user_ids } from '../support/organizations.ts';
import { bodies, sacrifices, unknownIds } from './requests.ts';

/** All callers. Sessions send the service's own origin. */
const callers = {
  owner: { as: 'owner' },
  admin: { as: 'admin' },
  member: { as: 'member' },
  read_only: { as: 'read_only' },
  service_account: { as: 'service_account' },
  staff: { as: 'staff' },
  newcomer: { as: 'newcomer' },
  outsider: { as: 'outsider' },
  'session of owner': { session: 'owner', headers: sameOrigin },
  'session of member': { session: 'member', headers: sameOrigin },
  nobody: { as: null },
} as const satisfies Record<string, CallRequest>;
const callerNames = Object.keys(callers) as (keyof typeof callers)[];

/**
 * The statuses of operations for the callers, and the operations with these statuses. Requests have no effect, so 404 and 422 also show that
 * a caller has the permission:
 * - The document is the owner's, with the access level `organization`. The policy in the path does not exist.
 * - The seeded member gets the role that they have. The member to be removed is the last owner.
 * - Things to be created, renamed or deleted have an empty name, webhooks have no events, and the invited person has no address.
 * - Sessions, shares, groups, webhooks, events, API keys, invitations and service accounts in paths do not exist.
 * Staff act without a header. The search has no words, so that stages without search answer the same.
 * A 401 or 403 has the code of a missing credential or permission, in the format of the operation.
 */
const table = `
  owner admin member read_only service_account staff newcomer outsider │ session of owner, member │ nobody
200 200 200 200 200 200 200 200 │ 200 200 │ 401
  listDocuments listDocumentDetails listRooms listApiKeys getMe
200 200 200 403 200 200 200 200 │ 200 200 │ 401
  createDocument
200 200 200 200 200 404 404 404 │ 200 200 │ 401
  getDocument generateDocumentEntryPage listDocumentVersions listDocumentVersionDetails getDocumentText
  getDocumentVersion getDocumentVersionDownload listDocumentPolicies
200 200 403 403 403 404 404 404 │ 200 403 │ 401
  updateDocument deleteDocument restoreDocument setDocumentAccessLevel createDocumentVersion
  listDocumentEarlierTexts getDocumentPicture updateDocumentVersion deleteDocumentVersion
  attachDocumentPolicy listDocumentActivity getDocumentActivitySummary listDocumentReaders
  listDocumentShares listDocumentAccessRequests
400 400 400 400 400 400 400 400 │ 400 400 │ 401
  search
201 201 201 403 201 201 201 201 │ 201 201 │ 401
  createUpload
422 422 422 403 403 422 422 422 │ 422 422 │ 401
  createOrganization
200 200 200 200 200 200 403 200 │ 200 200 │ 401
  getOrganization listOrganizationMembers listOrganizationOwners listPolicies listGroups
422 422 403 403 403 422 403 422 │ 422 403 │ 401
  updateOrganization setOrganizationLogo createInvitation createPolicy createGroup registerWebhook
  createServiceAccount
422 403 403 403 403 422 403 422 │ 422 403 │ 401
  deleteOrganization
200 200 403 403 403 200 403 200 │ 200 403 │ 401
  deleteOrganizationLogo listOrganizationActivity listInvitations listWebhooks listServiceAccounts
  listEvents
403 403 403 403 403 403 403 403 │ 200 200 │ 401
  switchOrganization listSessions
204 204 403 403 403 404 403 404 │ 204 403 │ 401
  updateMemberRole
422 422 403 403 403 404 403 404 │ 422 403 │ 401
  removeMember
403 403 403 403 403 403 403 403 │ 403 403 │ 401
  reclaimOwnership
422 403 403 403 403 404 403 404 │ 422 403 │ 401
  transferDocuments
404 404 403 403 403 404 403 404 │ 404 403 │ 401
  sendInvitation deleteInvitation updatePolicy updateGroup deleteGroup listGroupEntries createGroupEntry
  deleteGroupEntry getWebhook updateWebhook deleteWebhook rotateWebhookSecret testWebhook
  listWebhookDeliveries resendWebhookDelivery resendWebhookDeliveries deleteServiceAccount
404 404 403 403 403 404 404 404 │ 404 403 │ 401
  detachDocumentPolicy getDocumentReader getDocumentShare updateDocumentShare deleteDocumentShare
  sendDocumentShare deleteDocumentAccessRequest
400 400 400 403 400 400 400 400 │ 400 400 │ 401
  createDocumentShare createRoom
404 404 404 404 404 404 403 404 │ 404 404 │ 401
  getPolicy listPolicyDocuments getGroup
404 404 404 403 404 404 404 404 │ 404 404 │ 401
  updateRoom deleteRoom createRoomItems updateRoomItem deleteRoomItem createRoomAccess updateRoomAccess
  deleteRoomAccess attachRoomPolicy detachRoomPolicy
404 404 404 404 404 404 404 404 │ 404 404 │ 401
  getRoom listRoomItems getRoomItem listRoomAccess getRoomAccess listRoomPolicies listRoomActivity
  listRoomReaders deleteApiKey
422 422 422 422 422 422 422 422 │ 422 422 │ 401
  createApiKey
403 403 403 403 403 403 403 403 │ 422 422 │ 401
  updateMe
403 403 403 403 403 403 403 403 │ 404 404 │ 401
  deleteSession
403 403 403 403 403 403 404 403 │ 404 404 │ 401
  deleteOwnShare
`;

/** Requests that must differ from those of other tables. */
const requests: typeof bodies = {
  ...bodies,
  ...sacrifices,
  listDocumentDetails: () => ({ query: { ids: path.document_id } }),
  createDocumentShare: () => ({ json: { email: 'nobody' } }),
  getDocumentReader: () => ({ path: { user_id: unknownIds.user_id } }),
  removeMember: () => ({ path: { user_id: user_ids.owner } }),
};

const path = { ...unknownIds, user_id: user_ids.member };
beforeAll(async () => {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'organization' } });
  Object.assign(path, { document_id, version_id });
  await textThere(document_id);
});

/** Returns everything that a refused request could change. */
const state = async () => ({ ...(await stateOf(path.document_id)), members: await membersOf() });

const codes: Readonly<Record<number, string>> = { 401: 'missing_api_key', 403: 'insufficient_permissions' };

/** The operations with their expected statuses, for the callers in the order of the table. */
const rows = [...table.matchAll(/^(\d.*)\n((?: {2}.*\n)+)/gm)].flatMap(([, statuses = '', ids = '']) =>
  ids
    .trim()
    .split(/\s+/)
    .map((id) => [id, statuses.match(/\d{3}/g)?.map(Number) ?? []] as const),
);
const expectedOf = ({ id }: OperationContract): readonly number[] =>
  new Map<string, number[]>(rows).get(id) ?? [];

/** Returns the statuses for those callers whose expected status is chosen, and the chosen statuses. */
async function answersOf(contract: OperationContract, isChosen: (status: number) => boolean) {
  const [expected, answered]: [object[], object[]] = [[], []];
  for (const [index, status] of expectedOf(contract).entries()) {
    const name = callerNames[index];
    if (name === undefined || !isChosen(status)) continue;
    const request = await requests[contract.id]?.();
    const { status: given, headers } = await call(contract, {
      ...request,
      ...callers[name],
      path: { ...path, ...request?.path },
    });
    const code = codes[status] && { code: headers.get('x-error-code') };
    expected.push({ [name]: status, ...(code && { code: codes[status] }) });
    answered.push({ [name]: given, ...code });
  }
  return { expected, answered };
}

const isRefusal = (status: number): boolean => status >= 400;
const changing = allOperations.filter(({ method }) => method !== 'GET');

describe('a refused change', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await state();
  });
  test.for(changing)('is answered to each caller: $id', async (contract) => {
    const { expected, answered } = await answersOf(contract, isRefusal);

    expect(answered).toEqual(expected);
  });
  test('changes nothing', async () => {
    expect(await state()).toEqual(before);
  });
});

test.for(allOperations)('each caller who may call it gets the answer: $id', async (contract) => {
  const { expected, answered } = await answersOf(
    contract,
    (status) => contract.method === 'GET' || !isRefusal(status),
  );

  expect(answered).toEqual(expected);
});

test('every operation has an expected status for every caller, and a request if it has a body', () => {
  for (const contract of allOperations)
    expect(expectedOf(contract), contract.id).toHaveLength(callerNames.length);
  expect(rows.map(([id]) => id).sort()).toEqual(allOperations.map(({ id }) => id).sort());
  const withBody = Object.entries(operations)
    .filter(([, { body }]) => body !== null)
    .map(([id]) => id);
  expect(Object.keys(bodies)).toEqual(expect.arrayContaining(withBody));
});
