import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { bindIdentity, identityHash } from '../../../shared/data/callers/identities.ts';
import { addressHashOf } from '../../../shared/data/mail/mailBlocks.ts';
import { createAccessRequest, newAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { downloadFile, listKeptFiles } from '../../../shared/files/keptFiles.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { readText } from '../../support/files/pdfPages.ts';
import {
  memberIdOf,
  storedApiKey,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { operatorOf } from './operator.ts';

/** For code that reads this clock, a long time passes with each reading, so no request seems to be under way. */
let skipped = 0;
const now = () => {
  skipped += 5000;
  return Date.now() + skipped;
};
const stage = operatorOf(await sharedStage(), { now });
const { admin, call, lines, table } = stage;

type Headers = Readonly<Record<string, string>>;

/** A person with a unique name, and with all items that the service stores about people outside of an organization. */
async function personWithData() {
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
type PersonWithData = Awaited<ReturnType<typeof personWithData>>;

/** Makes one item of each kind as the person, in an organization of other people that the person has joined. */
async function makeThingsInOrganization({ mark, person, others, post, pdf }: PersonWithData) {
  const own = { ...(await storedSession(person)).headers, Origin: stage.credentials.base_url };
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
  const byOwner = { as: null, headers: others } as const;
  const [sharing, withdrawn] = [
    { document_id: await post(others, {}) },
    { document_id: await post(others, {}) },
  ];
  const sharedWith = { email: person.email, message: 'For you.' };
  expect((await call.createDocumentShare({ ...byOwner, path: sharing, json: sharedWith })).status).toBe(201);
  const unmailed = { ...byOwner, path: withdrawn, json: { email: person.email, send_mail: false } };
  const share_id = (await call.createDocumentShare(unmailed)).body.id;
  await call.deleteDocumentShare({ ...byOwner, path: { ...withdrawn, share_id } });
  const asked = newAccessRequest({ id: sharing.document_id }, person, person.email ?? '', Date.now());
  await transact([createAccessRequest(asked, Date.now())]);
  /** The shares of these documents, open and ended. */
  const shares = async () =>
    Promise.all(
      [sharing, withdrawn].flatMap((path) =>
        (['false', 'true'] as const).map(
          async (ended) =>
            (await call.listDocumentShares({ ...byOwner, path, query: { ended } })).body.items.length,
        ),
      ),
    );
  return { shared, hidden, removed, ofOwner, version_id, webhook, group, room, shares };
}

/** Returns the stored items that have the name or the address of the person. */
const itemsThatNamePerson = async ({ mark }: Pick<PersonWithData, 'mark'>): Promise<string[]> =>
  (await table.everything())
    .map((item) => JSON.stringify(item))
    .filter((item) => item.toLowerCase().includes(mark));

/** A person with documents, who is a member of an organization that somebody else owns. */
async function memberWithData(role = 'member') {
  const one = await personWithData();
  const { person, organization_id } = one;
  const argv = ['members add', person.id, '--organization', organization_id, '--role', role];
  expect(await admin(...argv)).toMatchObject({ code: 0, stderr: '' });
  return one;
}

/** A person like `memberWithData`, but an admin, with every kind of item that the service stores about people. */
async function someoneAtWork() {
  const one = await memberWithData('admin');
  return { ...one, ...(await makeThingsInOrganization(one)) };
}

const erase = (id: string, ...more: string[]) => admin('users erase', id, '--yes', ...more);

// Each of these tests needs what the tests before it have done.
describe('a person with every kind of item', async () => {
  const one = await someoneAtWork();
  const as = { as: null, headers: one.others };
  const events = async () => {
    await stage.catchUp();
    return (await call.listEvents({ ...as, query: { limit: '100' } })).body.items;
  };
  let eventsBefore: Awaited<ReturnType<typeof events>> = [];

  test('is not erased before the command is confirmed, which shows what it will do', async () => {
    const { person, organization_id, webhook } = one;
    await stage.catchUp();
    const before = await table.everything();

    const { code, stdout, stderr } = await admin('users erase', person.id);

    expect(code).toBe(1);
    expect(stdout).toContain(`${person.email} (${person.name}, ${person.id}) loses all access`);
    expect(stdout).toContain('2 API keys, 1 sessions');
    expect(stdout).toContain('2 documents that the person made outside of any organization');
    expect(stdout).toContain(`(${organization_id}), as admin`);
    expect(stdout).toContain(`The webhook endpoint ${webhook}`);
    expect(stderr).toBe(
      `error: ${person.email} is erased, which cannot be undone. Nothing was changed, because nobody can be asked here. To do it without a question, add --yes.\n`,
    );
    expect(await table.everything()).toEqual(before);
  });

  test('is not named on entry pages', async () => {
    const texts: string[] = [];
    for await (const page of listKeptFiles(`entry-pages/${one.shared.slice(4)}`))
      for (const { key } of page) {
        const content = await downloadFile({ key });
        if (content) texts.push((await readText(await buffer(content))).map(({ text }) => text).join(' '));
      }
    expect(texts).toEqual([expect.stringContaining('Notes')]);
    expect(texts.join('').toLowerCase()).not.toContain(one.mark);
  });

  // Threat: A person who was erased on request is still named somewhere
  test('is in no stored item after the erasure, neither by name nor by address', async () => {
    eventsBefore = await events();
    expect((await itemsThatNamePerson(one)).length).toBeGreaterThan(20);
    // With its salt, the hash of a sealed entry would show whether a guessed name is right.
    const salts = (await table.everything()).flatMap(({ actor_id, personal }) =>
      actor_id === one.person.id ? Object(personal).salt : [],
    );
    expect(salts.length).toBeGreaterThan(10);
    const hash = addressHashOf(normalizedEmail(one.person.email ?? '') ?? '');
    const ofMail = async () =>
      (await table.everything()).filter((item) => JSON.stringify(item).includes(hash)).map(({ pk }) => pk);
    expect(await ofMail()).toContainEqual(expect.stringMatching(/^MAIL#/));
    expect(await ofMail()).toContainEqual(expect.stringMatching(/^MAILCOUNT#/));
    expect(await one.shares()).toEqual([1, 0, 0, 1]);

    const { code, stdout, stderr } = await erase(one.person.email ?? '', '--json');

    expect({ code }, stderr).toEqual({ code: 0 });
    expect(await itemsThatNamePerson(one)).toEqual([]);
    const stored = JSON.stringify(await table.everything());
    expect(salts.filter((salt) => stored.includes(salt))).toEqual([]);
    expect(await ofMail()).toEqual([]);
    expect(await one.shares()).toEqual([0, 0, 0, 0]);
    expect(JSON.parse(stdout)).toMatchObject({
      id: one.person.id,
      erased_at: expect.any(String),
      organizations: [one.organization_id],
      ended_sessions: 1,
      removed_keys: [expect.any(String), expect.any(String)],
      stopped_webhooks: [one.webhook],
      removed_personal_documents: 2,
      // The attachment, and the item that records for an hour that the policy was attached.
      changed_attachments: 3,
      changed_earlier_texts: 1,
      // The entry of the member ended when they left.
      changed_group_entries: 1,
      changed_invitations: 2,
      changed_memberships: 0,
      changed_shares: 2,
      changed_access_requests: 1,
    });
    expect(stderr).toContain(`admin-delete-user --user-pool-id <UserPoolId> --username ${one.person.email}`);
  });

  test('stays as an erased user in documents and records that must stay', async () => {
    const { person, shared, ofOwner, version_id, webhook } = one;
    const erased = { id: person.id, type: 'user_account', name: 'Erased user' };
    const document = (await call.getDocument({ ...as, path: { document_id: shared } })).body;
    expect(document.created_by).toEqual(erased);
    await stage.catchUp();
    const { items } = (await call.listDocuments(as)).body;
    expect(items.find(({ id }) => id === shared)).toEqual(document);
    const path = { document_id: ofOwner, version_id };
    expect((await call.getDocumentVersion({ ...as, path })).body.created_by).toEqual(erased);
    const attached = (await call.listDocumentPolicies({ ...as, path: { document_id: ofOwner } })).body.items;
    expect(attached.map(({ attached_by }) => attached_by)).toEqual([erased]);
    expect((await call.getWebhook({ ...as, path: { webhook_id: webhook } })).body).toMatchObject({
      created_by: erased,
      state: 'disabled',
      disabled_reason: 'registrar',
    });

    const after = await events();
    // Events about the document that only the person could read are not in this list, because only the person may see them.
    expect(after.slice(-eventsBefore.length).map(({ id, type }) => [id, type])).toEqual(
      eventsBefore.map(({ id, type }) => [id, type]),
    );
    expect(after.filter(({ actor }) => actor?.id === person.id).map(({ actor }) => actor?.name)).toContain(
      'Erased user',
    );
    const left = after.find(({ type }) => type === 'member.removed');
    expect(left?.data).toMatchObject({
      user_id: memberIdOf(person),
      email: '',
      display_name: 'Erased user',
      given_name: '',
      family_name: '',
    });
    const members = (await call.listOrganizationMembers(as)).body.items;
    expect(members.map(({ user_id }) => user_id)).not.toContain(memberIdOf(person));
  });

  test('is in no group any more, whose other entries stay', async () => {
    const { group } = one;
    const { items } = (await call.listGroupEntries(group)).body;
    expect(items.map(({ email, domain, user_id }) => email ?? domain ?? user_id)).toEqual(['example.com']);
    expect((await call.getGroup(group)).body.entry_count).toBe(1);
  });

  test('may see no room any more, whose other access stays', async () => {
    const { items } = (await call.listRoomAccess(one.room)).body;
    expect(items).toMatchObject([{ organization: true, created_by: { name: 'Erased user' } }]);
    expect((await call.getRoom(one.room)).body.created_by.name).toBe('Erased user');
    const gate = (await call.listRoomPolicies(one.room)).body.items;
    expect(gate).toMatchObject([{ attached_by: { name: 'Erased user' } }]);
  });

  test('leaves private documents, which nobody can read until an owner transfers them', async () => {
    const { person, hidden, owner } = one;
    expect(await call.getDocument({ ...as, path: { document_id: hidden } })).toMatchObject({ status: 404 });
    await stage.catchUp();
    const path = { user_id: memberIdOf(person) };
    const handed = await call.transferDocuments({ ...as, path, json: { to: memberIdOf(owner) } });
    expect(handed.body).toEqual({ transferred: 3, transferred_rooms: 1, has_more: false });
    expect((await call.getDocument({ ...as, path: { document_id: hidden } })).body.created_by.id).toBe(
      owner.id,
    );
  });
});

test('the items about what the person read, in rooms too, are removed, and those of other readers stay', async () => {
  const one = await memberWithData();
  const read = await one.post(one.others, { access_level: 'public' });
  for (const message of await stage.takeMessages('processing'))
    await stage.invoke('processVersion', { Records: [{ body: message }] });
  const { api_keys, user_ids } = stage.credentials;
  const member = { Authorization: `Bearer ${api_keys.member}` };
  const other = z.parse(actorId, user_ids.member.replace('usr_', 'user_'));
  await stayOnPages(stage, read, { id: one.person.id, headers: one.own }, { 1: 50 });
  await stayOnPages(stage, read, { id: other, headers: member }, { 1: 20 });
  const marks = async () =>
    (await table.everything())
      .filter(({ pk, sk }) => pk.endsWith(read.slice(4)) && sk.startsWith('READER'))
      .map(({ sk }) => sk);
  expect(await marks()).toHaveLength(4);
  const owner = { as: null, headers: one.others };
  const inRoom = { room_id: (await call.createRoom({ ...owner, json: { name: 'Read' } })).body.id };
  await call.createRoomItems({ ...owner, path: inRoom, json: { kind: 'document', document_id: read } });
  await call.createRoomAccess({ ...owner, path: inRoom, json: { organization: true, level: 'view' } });
  const url = `${stage.credentials.base_url}/d/${read}?room=${inRoom.room_id}`;
  expect((await fetch(url, { headers: one.own })).status).toBe(200);
  const readings = async () =>
    (await table.everything()).filter(
      ({ pk, sk }) => pk.endsWith(inRoom.room_id.slice(5)) && sk.includes(one.person.id.slice(5)),
    );
  expect(await readings()).toHaveLength(2);

  expect((await erase(one.person.id)).code).toBe(0);

  expect(await marks()).toEqual([expect.stringMatching(/^READER#/), expect.stringMatching(/^READERPAGES#/)]);
  expect((await marks()).every((sk) => sk.includes(other))).toBe(true);
  expect(await readings()).toEqual([]);
  await stage.catchUp();
  expect((await call.listRoomReaders({ ...owner, path: inRoom })).body.items).toEqual([]);
  const as = { as: null, headers: one.others, path: { document_id: read } };
  const { items } = (await call.listDocumentReaders(as)).body;
  expect(items.map(({ person, seconds }) => [person?.id, seconds])).toEqual([[other, 20]]);
  // The counts of days name nobody, and stay.
  expect((await call.getDocumentActivitySummary(as)).body.seconds).toBe(70);
});

// Threat: The address of an erased person stays in rules
test('events and answers leave out an address in the rules of policies, and the command lists these policies', async () => {
  const one = await memberWithData();
  const as = { as: null, headers: { ...one.others, 'Idempotency-Key': crypto.randomUUID() } };
  // The address is spelled as the author of the rule wrote it.
  const allowed_emails = ['reader@example.com', one.person.email?.toUpperCase() ?? ''];
  const policy = await call.createPolicy({ ...as, json: { name: 'Allowed', rules: { allowed_emails } } });
  expect(policy.status).toBe(201);
  const other = { name: 'Others', rules: { allowed_emails: ['other@example.com'] } };
  await call.createPolicy({ as: null, headers: one.others, json: other });

  const { code, stdout, stderr } = await erase(one.person.email ?? '', '--json');

  expect({ code }, stderr).toEqual({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    changed_events: expect.any(Number),
    policies_left: [`${policy.body.id} of ${one.organization_id}`],
  });
  expect(stderr).toContain('Ask the owners of the organizations to remove it.');
  const left = await itemsThatNamePerson(one);
  expect(left.map((item) => JSON.parse(item).sk)).toEqual([`POLICY#${policy.body.id.slice(4)}`]);
  const events = await table.events();
  const created = events.find(({ body }) => body.includes(policy.body.id));
  expect(JSON.parse(created?.body ?? '').data.rules.allowed_emails).toEqual([
    'reader@example.com',
    'erased@example.invalid',
  ]);
});

test('a membership that is restored with a deleted organization has no name, and can be removed', async () => {
  const one = await memberWithData();
  const { id } = one.person;
  const created = await admin('organizations create', 'Gone', '--owner', id, '--json');
  const organization: string = JSON.parse(created.stdout).id;
  const bound = await storedApiKey(one.person, { organization_id: `org_${organization.slice(4)}` });
  const json = { name: 'Gone' };
  expect((await call.deleteOrganization({ as: null, headers: bound.headers, json })).status).toBe(200);

  const { code, stdout } = await erase(id, '--json');

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, changed_memberships: 1 });
  expect(await itemsThatNamePerson(one)).toEqual([]);
  const inIt = ['--organization', organization];
  expect(await admin('organizations restore', organization)).toMatchObject({ code: 0 });
  expect((await admin('members list', ...inIt)).stdout).toContain('Erased user');
  await admin('members add', one.owner.id, ...inIt, '--role', 'owner');
  expect(await admin('members remove --yes', id, ...inIt)).toMatchObject({ code: 0 });
  expect((await admin('members list', ...inIt)).stdout).not.toContain('Erased user');
});

test('the erased person cannot come back, their address is free, and their own documents are removed at once', async () => {
  const { person, own, personal, deleted, owner, organization_id } = await memberWithData();
  const onlyOwner = expect.stringContaining(`(${organization_id}). Make another member owner first.`);
  await stage.refuses(1, onlyOwner, 'users erase', owner.id, '--yes');
  await erase(person.id);

  expect(await call.listDocuments({ as: null, headers: own })).toMatchObject({ status: 401 });
  expect(await erase(person.id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${person.id} was erased already. Nothing is left to do.`),
  });
  for (const command of [['enable'], ['disable'], ['rebind']])
    await stage.refuses(
      1,
      expect.stringContaining(`${person.id} was erased at`),
      'users',
      ...command,
      person.id,
    );
  expect(await admin('users show', person.id)).toMatchObject({ code: 0 });
  expect(await getCaller(person.id)).toMatchObject({ name: 'Erased user', email: null, identity_hash: null });
  const other = await admin('users create', person.email ?? '', '--name', 'Somebody else', '--json');
  expect(other.code).toBe(0);
  expect(JSON.parse(other.stdout).id).not.toBe(person.id);

  // The clock of the command is ahead. After this time, the removals are due for the sweep too.
  await table.letTimePass(60 * 60_000);
  await stage.invoke('sweepDue', {});
  const messages = await stage.takeMessages('removals');
  const due = messages.map((body) => JSON.parse(body).document_id);
  expect(due).toEqual(expect.arrayContaining([personal, deleted]));
  for (const body of messages)
    await stage.invoke('removeDeleted', {
      Records: [{ messageId: '0', body, attributes: { ApproximateReceiveCount: '1' } }],
    });

  const left = (await table.everything()).filter(({ pk }) =>
    [personal, deleted].some((id) => pk === `DOC#${id.slice(4)}`),
  );
  expect(left).toEqual([]);
});

// Threat: A person who was erased on request is still named somewhere
test('a command that is killed again and again continues when it is repeated', async () => {
  const one = await someoneAtWork();
  let ordinal = 1;
  for (let isKilled = true; isKilled; ordinal += 20) {
    let requests = 0;
    lines.dynamodb.faultOf = () => {
      requests += 1;
      return requests < ordinal ? undefined : 'denying';
    };

    // A person keeps the address until the erasure is complete. So a repeated command finds the person by the address.
    isKilled = (await erase(one.person.email ?? '')).code !== 0;
    lines.dynamodb.mend();
  }

  expect(ordinal).toBeGreaterThan(60);
  expect(await itemsThatNamePerson(one)).toEqual([]);
  expect((await getCaller(one.person.id))?.erased_at).toBeDefined();
}, 240_000);
