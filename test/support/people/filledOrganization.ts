import { type DocumentId, type RoomId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { type CallerItem, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import { makePng } from '../files/pictures.ts';
import { keptKeys } from '../keptKeys.ts';
import type { FaultyStage } from '../stages/faultyStage.ts';
import { makePdf, uploadForm } from '../uploads.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from './people.ts';

type Headers = Readonly<Record<string, string>>;
export type FilledOrganization = Awaited<ReturnType<typeof filledOrganization>>;

/** Makes an organization with an owner, an admin, a member and a service account, who have keys and made nothing. */
export async function staffedOrganization() {
  const { id, owner } = await storedOrganization();
  const [admin, member] = [await storedMember(id, 'admin'), await storedMember(id, 'member')];
  const account = await storedMember(id, 'member', newServiceAccount('Nightly import'));
  const keyOf = (user: CallerItem) => storedApiKey(user, { organization_id: id });
  const keys = {
    owner: await keyOf(owner),
    admin: await keyOf(admin),
    member: await keyOf(member),
    account: await keyOf(account),
    metered: await storedApiKey(member, {
      organization_id: id,
      member_since: undefined,
      usage_key: { id: `usage-${crypto.randomUUID()}`, value: crypto.randomUUID() },
    }),
  };
  return { id, owner, account, keys };
}

/** Makes an organization with some of everything: an owner, an admin, present and former members, and what they made. */
export async function filledOrganization(stage: FaultyStage, { deletesDocuments = true } = {}) {
  const { call, credentials } = stage;
  const { id, owner, account, keys } = await staffedOrganization();
  const leaver = await storedMember(id, 'member');
  const left = await storedApiKey(leaver, { organization_id: id });
  const { headers } = keys.owner;
  const ask = { as: null, headers } as const;

  const made = async (who: Headers, access_level: string) => {
    const form = uploadForm({ title: 'Something of theirs', access_level }, await makePdf());
    return (await call.createDocument({ as: null, headers: who, form })).body.id;
  };
  const shared = await made(headers, 'organization');
  const open = await made(headers, 'public');
  const ofMember = await made(keys.member.headers, 'private');
  const ofLeaver = await made(left.headers, 'private');
  const deleted = await made(headers, 'organization');
  const documents: DocumentId[] = [shared, open, ofMember, ofLeaver, deleted];
  await stage.deliver(...(await stage.takeMessages('processing')));
  await call.setOrganizationLogo({ ...ask, ...logo(headers) });
  await call.generateDocumentEntryPage({ ...ask, path: { document_id: shared } });

  const policy = (await call.createPolicy({ ...ask, json: { name: 'Theirs' } })).body;
  await call.attachDocumentPolicy({ ...ask, path: { document_id: open }, json: { policy_id: policy.id } });
  const json = { url: 'https://203.0.113.7/hook', events: ['*'] };
  const webhook = (await call.registerWebhook({ ...ask, json })).body;
  const group_id = (await call.createGroup({ ...ask, json: { name: 'Bidders' } })).body.id;
  const deletedGroup = (await call.createGroup({ ...ask, json: { name: 'Gone' } })).body.id;
  for (const group of [group_id, deletedGroup])
    for (const entry of [{ user_id: memberIdOf(leaver) }, { domain: 'guests.example' }])
      await call.createGroupEntry({ ...ask, path: { group_id: group }, json: entry });
  const rooms: RoomId[] = [];
  for (const name of ['Bidding', 'Gone']) {
    const room = (await call.createRoom({ ...ask, json: { name } })).body.id;
    const inRoom = { ...ask, path: { room_id: room } };
    await call.createRoomItems({ ...inRoom, json: { kind: 'folder', name: 'Contracts' } });
    await call.createRoomItems({ ...inRoom, json: { kind: 'document', document_id: open } });
    await call.createRoomAccess({ ...inRoom, json: { group_id, level: 'view' } });
    await call.createRoomAccess({ ...inRoom, json: { email: 'ines@guests.example', level: 'view' } });
    await call.attachRoomPolicy({ ...inRoom, json: { policy_id: policy.id } });
    rooms.push(room);
  }
  const guest = await storedPerson();
  const invitation = (await call.createInvitation({ ...ask, json: { email: guest.email, role: 'member' } }))
    .body;
  if (deletesDocuments) {
    await call.deleteGroup({ ...ask, path: { group_id: deletedGroup } });
    await call.deleteRoom({ ...ask, path: { room_id: rooms[1] ?? '' } });
    await call.deleteDocument({ ...ask, path: { document_id: deleted } });
    await call.deleteDocument({ as: null, headers: keys.member.headers, path: { document_id: ofMember } });
  }
  await stage.catchUp();
  await call.removeMember({ ...ask, path: { user_id: memberIdOf(leaver) } });
  await stage.fanOut(...(await stage.takeMessages('events')));

  const versions = (await stage.table.versions()).filter(({ pk }) =>
    documents.some((document) => pk.endsWith(ulidOf(document))),
  );
  const ofFiles = [...documents, ...versions.map(({ id: version }) => version as `ver_${string}`)].map(
    ulidOf,
  );

  const session = await storedSession(owner);
  const statusAt = async (url: string, more: Headers) =>
    (await fetch(url, { headers: more, redirect: 'manual' })).status;
  return {
    id,
    owner,
    keys,
    session,
    shared,
    open,
    webhook,
    invitation,
    /** The S3 keys of all files of its documents, including the entry pages. */
    files: async () => {
      const keys = [...(await keptKeys()), ...(await keptKeys('entry-pages/'))];
      return keys.filter((key) => ofFiles.some((ulid) => key.includes(ulid)));
    },
    /** Every item of the organization contains one of these ids. */
    traces: [id, account.id, webhook.id, ...documents, ...rooms].map(ulidOf),
    pageOf: (document: DocumentId, more: Headers) =>
      statusAt(`${credentials.base_url}/d/${document}`, { Accept: 'text/html', ...more }),
    invitationPage: async () =>
      statusAt(invitation.url ?? '', { Accept: 'text/html', ...(await storedSession(guest)).headers }),
  };
}

const logo = (headers: Headers) => ({
  raw: makePng(),
  headers: { ...headers, 'Content-Type': 'image/png' },
});

/** Returns whether an item belongs to the record of activity. The record outlives an organization for as long as activity is kept. */
export const isOnRecord = ({ pk }: { readonly pk: string }): boolean => /^(ACTIVITY|CHAIN|MARK)#/.test(pk);
