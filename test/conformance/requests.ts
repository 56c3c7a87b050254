import { inject } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { organization_id, sameOrigin, user_ids } from '../support/organizations.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { unusedUrl } from '../support/webhooks.ts';

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

/** Makes a thing of each kind in the organization of a caller: a public document, and what belongs to it or stands beside it. Returns the ids. */
export async function thingsOf(as: Actor): Promise<typeof unknownIds> {
  const { document_id, version_id } = await readyDocument({ as, fields: { access_level: 'public' } });
  const email = someAddress();
  const [json, of] = [{ name: uniqueTitle('Theirs') }, { as, path: { document_id } }];
  const { id: policy_id } = (await call.createPolicy({ as, json })).body;
  const { id: group_id } = (await call.createGroup({ as, json })).body;
  const { id: room_id } = (await call.createRoom({ as, json })).body;
  const inRoom = { as, path: { room_id } };
  await call.attachDocumentPolicy({ ...of, json: { policy_id } });
  await call.attachRoomPolicy({ ...inRoom, json: { policy_id } });
  const item = (await call.createRoomItems({ ...inRoom, json: { kind: 'folder', name: 'Theirs' } })).body;
  const access = await call.createRoomAccess({ ...inRoom, json: { organization: true, level: 'view' } });
  const webhook = { url: unusedUrl, events: ['document.created'] };
  return {
    ...unknownIds,
    document_id,
    version_id,
    policy_id,
    group_id,
    room_id,
    user_id: (await call.listOrganizationMembers({ as })).body.items[0]?.user_id ?? '',
    share_id: (await call.createDocumentShare({ ...of, json: { email, send_mail: false } })).body.id,
    invitation_id: (await call.createInvitation({ as, json: { email, role: 'member' } })).body.id,
    webhook_id: (await call.registerWebhook({ as, json: webhook })).body.id,
    key_id: (await call.createApiKey({ as, json })).body.id,
    service_account_id: (await call.createServiceAccount({ as, json })).body.id,
    entry_id: (await call.createGroupEntry({ as, path: { group_id }, json: { email } })).body.id,
    item_id: 'id' in item ? item.id : '',
    access_id: access.body.id,
  };
}

/** Removes what `thingsOf` made, except for the document. */
export async function removeThings(as: Actor, path: typeof unknownIds): Promise<void> {
  await call.detachDocumentPolicy({ as, path });
  await call.updatePolicy({ as, path, json: { archived: true } });
  for (const remove of [
    call.deleteGroup,
    call.deleteRoom,
    call.deleteWebhook,
    call.deleteInvitation,
    call.deleteApiKey,
    call.deleteServiceAccount,
  ])
    await remove({ as, path });
}
