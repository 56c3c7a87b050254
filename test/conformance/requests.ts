import { inject } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { CallRequest } from '../support/client.ts';
import { upload, uploadVersion } from '../support/documents.ts';
import { organization_id, sameOrigin, user_ids } from '../support/organizations.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

/** The owner's session, which may call every operation. */
export const ownersSession = { session: 'owner', headers: sameOrigin } as const;

/** Ids of things that do not exist, by the names of path parameters. */
export const unknownIds = {
  document_id: `doc_${'0'.repeat(26)}`,
  version_id: `ver_${'0'.repeat(26)}`,
  policy_id: `pol_${'0'.repeat(26)}`,
  user_id: `usr_${'0'.repeat(26)}`,
  group_id: `grp_${'0'.repeat(26)}`,
  room_id: `room_${'0'.repeat(26)}`,
  item_id: `itm_${'0'.repeat(26)}`,
  access_id: `rac_${'0'.repeat(26)}`,
  entry_id: `gre_${'0'.repeat(26)}`,
  invitation_id: `inv_${'0'.repeat(26)}`,
  webhook_id: `whk_${'0'.repeat(26)}`,
  key_id: `key_${'0'.repeat(26)}`,
  session_id: `ses_${'0'.repeat(26)}`,
  service_account_id: `svc_${'0'.repeat(26)}`,
  share_id: `shr_${'0'.repeat(26)}`,
  request_id: `acr_${'0'.repeat(26)}`,
  event_id: `evt_${'0'.repeat(26)}`,
};

/** The names of the parameters in an operation's path, in order. */
export const pathNamesOf = ({ path }: Pick<OperationContract, 'path'>): (keyof typeof unknownIds)[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof unknownIds);

/**
 * A body for each operation that has one: valid for operations on something that the path names, and invalid for operations that would make
 * something.
 */
export const bodies: Readonly<Partial<Record<OperationId, () => CallRequest | Promise<CallRequest>>>> = {
  createDocument: async () => ({ form: uploadForm({ title: 'Who may?' }, await makePdf()) }),
  updateDocument: () => ({ json: { title: `Renamed ${crypto.randomUUID()}` } }),
  setDocumentAccessLevel: () => ({ json: { access_level: 'organization' } }),
  createDocumentVersion: async () => ({ form: uploadForm({ title: 'Who may?' }, await makePdf()) }),
  createUpload: () => ({ json: { size_bytes: 5 } }),
  updateDocumentVersion: () => ({ json: { title: `Renamed ${crypto.randomUUID()}` } }),
  createDocumentShare: () => ({ json: { email: `${crypto.randomUUID()}@guests.example`, send_mail: false } }),
  updateDocumentShare: () => ({ json: {} }),
  createPolicy: () => ({ json: { name: '' } }),
  updatePolicy: () => ({ json: { name: 'Who may?' } }),
  createGroup: () => ({ json: { name: '' } }),
  updateGroup: () => ({ json: { name: 'Who may?' } }),
  createGroupEntry: () => ({ json: { email: 'somebody@guests.example' } }),
  createRoom: () => ({ json: { name: '' } }),
  updateRoom: () => ({ json: { name: 'Who may?' } }),
  createRoomItems: () => ({ json: { kind: 'folder', name: 'Who may?' } }),
  updateRoomItem: () => ({ json: { state: 'draft' } }),
  createRoomAccess: () => ({ json: { email: 'somebody@guests.example', level: 'view', send_mail: false } }),
  updateRoomAccess: () => ({ json: { level: 'download' } }),
  attachRoomPolicy: () => ({ json: { policy_id: inject('credentials').policy_ids[0] } }),
  createOrganization: () => ({ json: { name: '' } }),
  updateOrganization: () => ({ json: { name: '' } }),
  deleteOrganization: () => ({ json: { name: '' } }),
  setOrganizationLogo: () => ({ raw: 'no picture', headers: { 'Content-Type': 'image/png' } }),
  switchOrganization: () => ({ json: { organization_id } }),
  updateMe: () => ({ json: { name: '' } }),
  updateMemberRole: () => ({ json: { role: 'member' } }),
  transferDocuments: () => ({ json: { to: user_ids.member } }),
  createInvitation: () => ({ json: { email: 'nobody', role: 'member' } }),
  createApiKey: () => ({ json: { name: '' } }),
  createServiceAccount: () => ({ json: { name: '' } }),
  attachDocumentPolicy: () => ({ json: { policy_id: inject('credentials').policy_ids[0] } }),
  registerWebhook: () => ({ json: { url: 'https://receiver.example/', events: [] } }),
  updateWebhook: () => ({ json: { enabled: true } }),
  resendWebhookDeliveries: () => ({ json: { since: '2026-01-31T09:30:00Z' } }),
};

/** Makes something for each request to delete, because a deleted one is gone. */
export const sacrifices: typeof bodies = {
  deleteDocument: async () => ({
    path: { document_id: (await upload({ fields: { access_level: 'organization' } })).id },
  }),
  deleteDocumentVersion: async () => {
    const { id: document_id } = await upload({ fields: { access_level: 'organization' } });
    return { path: { document_id, version_id: (await uploadVersion({ document_id })).id } };
  },
};
