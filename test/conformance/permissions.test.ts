import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations, operations } from '../../shared/contract/operations.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
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
 * The status of each operation for each caller. Requests have no effect, so 404 and 422 also show that a caller has the permission:
 * - The document is the owner's, with the access level `organization`. The policy in the path does not exist.
 * - The seeded member gets the role that they have. The member to be removed is the last owner.
 * - Things to be created, renamed or deleted have an empty name, webhooks have no events, and the invited person has no address.
 * - Sessions, shares, groups, webhooks, events, API keys, invitations and service accounts in paths do not exist.
 * Staff act without a header.
 * A 401 or 403 has the code of a missing credential or permission, in the format of the operation.
 */
const table: Readonly<Record<OperationId, string>> = {
  //                       owner admin member read_only service staff newcomer outsider │ owner member │ nobody
  listDocuments: '          200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  createDocument: '         200   200   200    403       200     200   200      200     │ 200   200    │ 401',
  getDocument: '            200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  updateDocument: '         200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  deleteDocument: '         200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  restoreDocument: '        200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  setDocumentAccessLevel: ' 200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  generateDocumentEntryPage: '200 200   200    200       200     404   404      404     │ 200   200    │ 401',
  listDocumentVersions: '   200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  listDocumentVersionDetails: '200 200  200    200       200     404   404      404     │ 200   200    │ 401',
  createDocumentVersion: '  200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  listDocumentEarlierTexts: '200  200   403    403       403     404   404      404     │ 200   403    │ 401',
  getDocumentPicture: '     200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  getDocumentText: '        200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  // Without words, so that stages without search answer the same.
  search: '                 400   400   400    400       400     400   400      400     │ 400   400    │ 401',
  listDocumentDetails: '    200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  createUpload: '           201   201   201    403       201     201   201      201     │ 201   201    │ 401',
  getDocumentVersion: '     200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  getDocumentVersionDownload: '200 200  200    200       200     404   404      404     │ 200   200    │ 401',
  updateDocumentVersion: '  200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  deleteDocumentVersion: '  200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  createOrganization: '     422   422   422    403       403     422   422      422     │ 422   422    │ 401',
  getOrganization: '        200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  updateOrganization: '     422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  deleteOrganization: '     422   403   403    403       403     422   403      422     │ 422   403    │ 401',
  setOrganizationLogo: '    422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  deleteOrganizationLogo: ' 200   200   403    403       403     200   403      200     │ 200   403    │ 401',
  switchOrganization: '     403   403   403    403       403     403   403      403     │ 200   200    │ 401',
  listOrganizationMembers: '200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  updateMemberRole: '       204   204   403    403       403     404   403      404     │ 204   403    │ 401',
  removeMember: '           422   422   403    403       403     404   403      404     │ 422   403    │ 401',
  listOrganizationOwners: ' 200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  reclaimOwnership: '       403   403   403    403       403     403   403      403     │ 403   403    │ 401',
  transferDocuments: '      422   403   403    403       403     404   403      404     │ 422   403    │ 401',
  listOrganizationActivity: '200  200   403    403       403     200   403      200     │ 200   403    │ 401',
  listInvitations: '        200   200   403    403       403     200   403      200     │ 200   403    │ 401',
  createInvitation: '       422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  sendInvitation: '         404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  deleteInvitation: '       404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listDocumentPolicies: '   200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  attachDocumentPolicy: '   200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  detachDocumentPolicy: '   404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  listDocumentActivity: '   200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  getDocumentActivitySummary: '200 200 403  403       403     404   404      404     │ 200   403    │ 401',
  listDocumentReaders: '    200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  getDocumentReader: '      404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  listDocumentShares: '     200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  createDocumentShare: '    400   400   400    403       400     400   400      400     │ 400   400    │ 401',
  getDocumentShare: '       404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  updateDocumentShare: '    404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  deleteDocumentShare: '    404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  sendDocumentShare: '      404   404   403    403       403     404   404      404     │ 404   403    │ 401',
  listPolicies: '           200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  createPolicy: '           422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  getPolicy: '              404   404   404    404       404     404   403      404     │ 404   404    │ 401',
  updatePolicy: '           404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listPolicyDocuments: '    404   404   404    404       404     404   403      404     │ 404   404    │ 401',
  listGroups: '             200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  createGroup: '            422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  getGroup: '               404   404   404    404       404     404   403      404     │ 404   404    │ 401',
  updateGroup: '            404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  deleteGroup: '            404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listGroupEntries: '       404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  createGroupEntry: '       404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  deleteGroupEntry: '       404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  createRoom: '             400   400   400    403       400     400   400      400     │ 400   400    │ 401',
  updateRoom: '             404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  deleteRoom: '             404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  createRoomItems: '        404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  updateRoomItem: '         404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  deleteRoomItem: '         404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  listRooms: '              200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  getRoom: '                404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  listRoomItems: '          404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  getRoomItem: '            404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  listRoomAccess: '         404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  createRoomAccess: '       404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  getRoomAccess: '          404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  updateRoomAccess: '       404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  deleteRoomAccess: '       404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  listRoomPolicies: '       404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  attachRoomPolicy: '       404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  detachRoomPolicy: '       404   404   404    403       404     404   404      404     │ 404   404    │ 401',
  listRoomActivity: '       404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  listRoomReaders: '        404   404   404    404       404     404   404      404     │ 404   404    │ 401',

  listWebhooks: '           200   200   403    403       403     200   403      200     │ 200   403    │ 401',
  registerWebhook: '        422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  getWebhook: '             404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  updateWebhook: '          404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  deleteWebhook: '          404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  rotateWebhookSecret: '    404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  testWebhook: '            404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listWebhookDeliveries: '  404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  resendWebhookDelivery: '  404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  resendWebhookDeliveries: '404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listApiKeys: '            200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  createApiKey: '           422   422   422    422       422     422   422      422     │ 422   422    │ 401',
  deleteApiKey: '           404   404   404    404       404     404   404      404     │ 404   404    │ 401',
  listServiceAccounts: '    200   200   403    403       403     200   403      200     │ 200   403    │ 401',
  createServiceAccount: '   422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  deleteServiceAccount: '   404   404   403    403       403     404   403      404     │ 404   403    │ 401',
  listEvents: '             200   200   403    403       403     200   403      200     │ 200   403    │ 401',
  updateMe: '               403   403   403    403       403     403   403      403     │ 422   422    │ 401',
  getMe: '                  200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  listSessions: '           403   403   403    403       403     403   403      403     │ 200   200    │ 401',
  deleteSession: '          403   403   403    403       403     403   403      403     │ 404   404    │ 401',
  listDocumentAccessRequests:
    '200  200   403    403       403     404   404      404     │ 200   403    │ 401',
  deleteDocumentAccessRequest:
    '404 404   403    403       403     404   404      404     │ 404   403    │ 401',
  deleteOwnShare: '         403   403   403    403       403     403   404      403     │ 404   404    │ 401',
};

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

/** The expected statuses of an operation, for the callers in the order of the table. */
const expectedOf = ({ id }: OperationContract): number[] => table[id].match(/\d{3}/g)?.map(Number) ?? [];

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
  const withBody = Object.entries(operations)
    .filter(([, { body }]) => body !== null)
    .map(([id]) => id);
  expect(Object.keys(bodies)).toEqual(expect.arrayContaining(withBody));
});
