import { getCaller } from '../../../shared/data/callers/callers.ts';
import { bindIdentity, identityHash } from '../../../shared/data/callers/identities.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import {
  memberIdOf,
  storedApiKey,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import type { Stage } from '../../support/stages/stage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

type Headers = Readonly<Record<string, string>>;

/** A person with a unique name, and with all items that the service stores about people outside of an organization. */
export async function personWithData(stage: Stage) {
  const { call } = stage;
  const mark = crypto.randomUUID().slice(0, 8);
  const person = await storedPerson({
    name: `Ada${mark} Lovelace${mark}`,
    email: `Ada.${mark}@Example.com`,
    given_name: `Ada${mark}`,
    family_name: `Lovelace${mark}`,
  });
  await transact(bindIdentity(person, identityHash('https://idp.example', mark), Date.now()));
  const bound = await getCaller(person.id);
  if (!bound) throw new Error('the person is gone');
  const own = (await storedApiKey(bound, { name: `${mark}'s laptop` })).headers;
  const pdf = await makePdf();
  const post = async (headers: Headers, fields: Readonly<Record<string, string>>) =>
    (await call.createDocument({ as: null, headers, form: uploadForm({ title: 'Notes', ...fields }, pdf) }))
      .body.id;
  const personal = await post(own, {});
  const deleted = await post(own, {});
  await call.deleteDocument({ as: null, headers: own, path: { document_id: deleted } });

  const { id: organization_id, owner } = await storedOrganization();
  const others = (await storedApiKey(owner, { organization_id })).headers;
  return { mark, person: bound, own, others, post, personal, deleted, organization_id, owner, pdf };
}
export type PersonWithData = Awaited<ReturnType<typeof personWithData>>;

/** Makes one item of each kind as the person, in an organization of other people that the person has joined. */
export async function makeThingsInOrganization(
  { call, credentials }: Stage,
  { mark, person, others, post, pdf }: PersonWithData,
) {
  const own = { ...(await storedSession(person)).headers, Origin: credentials.base_url };
  const shared = await post(own, { access_level: 'organization' });
  const hidden = await post(own, { access_level: 'private' });
  const removed = await post(own, { access_level: 'public' });
  const ofOwner = await post(others, { access_level: 'organization' });
  const asThem = { as: null, headers: own };
  const once = { 'Idempotency-Key': crypto.randomUUID() };
  const version = {
    as: null,
    headers: { ...own, ...once },
    path: { document_id: ofOwner },
    form: uploadForm({ title: 'Second' }, pdf),
  };
  const version_id = (await call.createDocumentVersion(version)).body.id;
  await call.deleteDocument({ as: null, headers: own, path: { document_id: removed } });
  await call.generateDocumentEntryPage({ as: null, headers: own, path: { document_id: shared } });
  const json = { url: 'https://hooks.example.com/', events: ['*'] };
  const webhook = (await call.registerWebhook({ as: null, headers: own, json })).body.id;
  const guest = { email: `${crypto.randomUUID()}@guests.example`, role: 'member' };
  await call.createInvitation({ as: null, headers: own, json: guest });
  // Another organization, which the person has not joined, invites the person.
  await call.createInvitation({
    as: 'outsider',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    json: { email: person.email?.toUpperCase(), role: 'member' },
  });
  const bidders = { as: null, headers: others, json: { name: 'Bidders' } };
  const group = { as: null, headers: others, path: { group_id: (await call.createGroup(bidders)).body.id } };
  await call.createGroupEntry({ ...group, json: { user_id: memberIdOf(person) } });
  await call.createGroupEntry({ ...group, json: { email: person.email } });
  await call.createGroupEntry({ ...group, json: { domain: 'example.com' } });
  const policy = { as: null, headers: others, json: { name: 'Legal hold' } };
  const policy_id = (await call.createPolicy(policy)).body.id;
  await call.attachDocumentPolicy({ ...asThem, path: { document_id: ofOwner }, json: { policy_id } });
  const bidding = {
    path: { room_id: (await call.createRoom({ ...asThem, json: { name: 'Bidding' } })).body.id },
  };
  const room = { as: null, headers: others, ...bidding };
  await call.createRoomAccess({ ...room, json: { email: person.email, level: 'view', message: 'Welcome' } });
  await call.createRoomAccess({ ...asThem, ...bidding, json: { organization: true, level: 'view' } });
  await call.attachRoomPolicy({ ...asThem, ...bidding, json: { policy_id } });
  const hold = { ...policy, json: { name: 'Litigation', rules: { legal_hold: true } } };
  const holding = (await call.createPolicy(hold)).body.id;
  const path = { document_id: shared };
  await call.attachDocumentPolicy({ as: null, headers: others, path, json: { policy_id: holding } });
  await call.updateDocument({ ...asThem, path, json: { title: 'Renamed' } });
  const loose = { as: null, headers: others, path: { policy_id: holding }, json: { rules: {} } };
  await call.updatePolicy(loose);
  await call.createApiKey({ as: null, headers: own, json: { name: `${mark}'s phone` } });
  const account = { as: null, headers: own, json: { name: 'Nightly import' } };
  const service_account_id = (await call.createServiceAccount(account)).body.id;
  await call.createApiKey({ as: null, headers: own, json: { name: 'import', service_account_id } });
  return { shared, hidden, removed, ofOwner, version_id, webhook, group, room };
}

/** Returns the stored items that have the name or the address of the person. */
export async function itemsThatNamePerson(
  { table }: Stage,
  { mark }: Pick<PersonWithData, 'mark'>,
): Promise<string[]> {
  const items = await table.everything();
  return items.map((item) => JSON.stringify(item)).filter((item) => item.toLowerCase().includes(mark));
}
