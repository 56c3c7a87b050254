import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allOperations, operations } from '../../shared/contract/operations.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { membersOf, organization_id, sameOrigin, user_ids } from '../support/organizations.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

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
 * - Sessions, shares, webhooks, events, API keys, invitations and service accounts in paths do not exist.
 * Staff act without a header.
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
  listDocumentDetails: '    200   200   200    200       200     200   200      200     │ 200   200    │ 401',
  createUpload: '           201   201   201    403       201     201   201      201     │ 201   201    │ 401',
  getDocumentVersion: '     200   200   200    200       200     404   404      404     │ 200   200    │ 401',
  updateDocumentVersion: '  200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  deleteDocumentVersion: '  200   200   403    403       403     404   404      404     │ 200   403    │ 401',
  createOrganization: '     422   422   422    403       403     422   422      422     │ 422   422    │ 401',
  getOrganization: '        200   200   200    200       200     200   403      200     │ 200   200    │ 401',
  updateOrganization: '     422   422   403    403       403     422   403      422     │ 422   403    │ 401',
  deleteOrganization: '     422   403   403    403       403     422   403      422     │ 422   403    │ 401',
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

/** The requests of the operations that need more than a path. */
const requests: Readonly<Record<string, () => CallRequest | Promise<CallRequest>>> = {
  listDocumentDetails: () => ({ query: { ids: path.document_id } }),
  createDocument: async () => ({ form: uploadForm({ title: 'Who may?' }, await makePdf()) }),
  updateDocument: () => ({ json: { title: `Renamed ${crypto.randomUUID()}` } }),
  /** Each caller needs another document, because a deleted one is gone. */
  deleteDocument: async () => ({
    path: { document_id: (await upload({ fields: { access_level: 'organization' } })).id },
  }),
  setDocumentAccessLevel: () => ({ json: { access_level: 'organization' } }),
  createDocumentVersion: async () => ({ form: uploadForm({ title: 'Who may?' }, await makePdf()) }),
  /** Each caller needs another version, of another document: a deleted one is gone, and the document in the path stays as it is. */
  deleteDocumentVersion: async () => {
    const { id: document_id } = await upload({ fields: { access_level: 'organization' } });
    return { path: { document_id, version_id: (await uploadVersion({ document_id })).id } };
  },
  createUpload: () => ({ json: { size_bytes: 5 } }),
  updateDocumentVersion: () => ({ json: { title: `Renamed ${crypto.randomUUID()}` } }),
  createDocumentShare: () => ({ json: { email: 'nobody' } }),
  updateDocumentShare: () => ({ json: {} }),
  createPolicy: () => ({ json: { name: '' } }),
  updatePolicy: () => ({ json: { name: 'Who may?' } }),
  createOrganization: () => ({ json: { name: '' } }),
  updateOrganization: () => ({ json: { name: '' } }),
  deleteOrganization: () => ({ json: { name: '' } }),
  switchOrganization: () => ({ json: { organization_id } }),
  updateMe: () => ({ json: { name: '' } }),
  updateMemberRole: () => ({ json: { role: 'member' } }),
  transferDocuments: () => ({ json: { to: user_ids.member } }),
  removeMember: () => ({ path: { user_id: user_ids.owner } }),
  createInvitation: () => ({ json: { email: 'nobody', role: 'member' } }),
  createApiKey: () => ({ json: { name: '' } }),
  createServiceAccount: () => ({ json: { name: '' } }),
  attachDocumentPolicy: () => ({ json: { policy_id: inject('credentials').policy_ids[0] } }),
  registerWebhook: () => ({ json: { url: 'https://receiver.example/', events: [] } }),
  updateWebhook: () => ({ json: { enabled: true } }),
  resendWebhookDeliveries: () => ({ json: { since: '2026-01-31T09:30:00Z' } }),
};

const path = {
  document_id: '',
  version_id: '',
  policy_id: '',
  user_id: user_ids.member,
  invitation_id: 'inv_00000000000000000000000000',
  webhook_id: `whk_${'0'.repeat(26)}`,
  key_id: `key_${'0'.repeat(26)}`,
  session_id: `ses_${'0'.repeat(26)}`,
  service_account_id: `svc_${'0'.repeat(26)}`,
  share_id: `shr_${'0'.repeat(26)}`,
  request_id: `acr_${'0'.repeat(26)}`,
  event_id: `evt_${'0'.repeat(26)}`,
};
beforeAll(async () => {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'organization' } });
  Object.assign(path, { document_id, version_id, policy_id: 'pol_00000000000000000000000000' });
});

/** Returns everything that a request could change, once the uploads of earlier callers are processed. */
const state = async () => ({
  ...(await eventually(
    () => stateOf(path.document_id),
    ({ document, versions }) =>
      document.current_version?.id === versions[0]?.id &&
      versions.every(({ processing_status }) => processing_status !== 'processing'),
  )),
  members: await membersOf(),
});

describe.for(allOperations)('$id', (contract) => {
  const expected = table[contract.id].match(/\d{3}/g)?.map(Number) ?? [];
  const rows = callerNames.map((name, index) => [name, expected[index] ?? 0] as const);
  const isRefusedChange = ([, status]: (typeof rows)[number]): boolean =>
    contract.method !== 'GET' && status >= 400;
  const answers = async ([name, status]: (typeof rows)[number]): Promise<void> => {
    const request = await requests[contract.id]?.();
    const answer = await call(contract, {
      ...request,
      ...callers[name],
      path: { ...path, ...request?.path },
    });
    expect(answer.status).toBe(status);
  };

  test('has an expected status for every caller', () => {
    expect(expected).toHaveLength(callerNames.length);
  });

  const refused = rows.filter(isRefusedChange);
  if (refused.length > 0)
    describe('refused', () => {
      let before: unknown;
      beforeAll(async () => {
        before = await state();
      });
      test.for(refused)('answers the %s with %i', answers);
      test('changes nothing', async () => {
        expect(await state()).toEqual(before);
      });
    });
  test.for(rows.filter((row) => !isRefusedChange(row)))('answers the %s with %i', answers);
});

test('every operation with a body has a request', () => {
  const withBody = Object.entries(operations)
    .filter(([, { body }]) => body !== null)
    .map(([id]) => id);

  expect(Object.keys(requests)).toEqual(expect.arrayContaining(withBody));
});
