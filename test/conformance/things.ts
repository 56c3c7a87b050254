import type { Actor } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { unusedUrl } from '../support/webhooks.ts';
import { unknownIds } from './requests.ts';

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
