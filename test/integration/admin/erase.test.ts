import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { addressHashOf } from '../../../shared/data/mail/mailBlocks.ts';
import { createAccessRequest, newAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { downloadFile, listKeptFiles } from '../../../shared/files/keptFiles.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { readText } from '../../support/files/pdfPages.ts';
import { memberIdOf, storedApiKey } from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { itemsThatNamePerson, makeThingsInOrganization, personWithData } from './eraseStage.ts';
import { operatorOf } from './operator.ts';

/** For code that reads this clock, a long time passes with each reading, so no request seems to be under way. */
let skipped = 0;
const now = () => {
  skipped += 5000;
  return Date.now() + skipped;
};
const stage = operatorOf(await sharedStage(), { now });
const { admin, call, lines, table } = stage;

/** A person with documents, who is a member of an organization that somebody else owns. */
async function memberWithData(role = 'member') {
  const one = await personWithData(stage);
  const { person, organization_id } = one;
  const argv = ['members add', person.id, '--organization', organization_id, '--role', role];
  expect(await admin(...argv)).toMatchObject({ code: 0, stderr: '' });
  return one;
}

/** A person like `memberWithData`, but an admin, with every kind of item that the service stores about people. */
async function someoneAtWork() {
  const one = await memberWithData('admin');
  return { ...one, ...(await makeThingsInOrganization(stage, one)) };
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
    expect((await itemsThatNamePerson(stage, one)).length).toBeGreaterThan(20);
    // With its salt, the hash of a sealed entry would show whether a guessed name is right.
    const salts = (await table.everything()).flatMap(({ actor_id, personal }) =>
      actor_id === one.person.id ? Object(personal).salt : [],
    );
    expect(salts.length).toBeGreaterThan(10);

    const { code, stdout, stderr } = await erase(one.person.email ?? '', '--json');

    expect({ code }, stderr).toEqual({ code: 0 });
    expect(await itemsThatNamePerson(stage, one)).toEqual([]);
    const stored = JSON.stringify(await table.everything());
    expect(salts.filter((salt) => stored.includes(salt))).toEqual([]);
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
  const left = await itemsThatNamePerson(stage, one);
  expect(left.map((item) => JSON.parse(item).sk)).toEqual([`POLICY#${policy.body.id.slice(4)}`]);
  const events = await table.events();
  const created = events.find(({ body }) => body.includes(policy.body.id));
  expect(JSON.parse(created?.body ?? '').data.rules.allowed_emails).toEqual([
    'reader@example.com',
    'erased@example.invalid',
  ]);
});

/** Shares another document with an address, and withdraws the share. */
async function withdrawnShare(as: { as: null; headers: Record<string, string> }, email: string) {
  const form = uploadForm({ title: 'No more' }, await makePdf());
  const path = { document_id: (await call.createDocument({ ...as, form })).body.id };
  const json = { email, send_mail: false };
  const { id: share_id } = (await call.createDocumentShare({ ...as, path, json })).body;
  expect((await call.deleteDocumentShare({ ...as, path: { ...path, share_id } })).status).toBe(200);
  expect((await call.listDocumentShares({ ...as, path, query: { ended: 'true' } })).body.items).toHaveLength(
    1,
  );
  return path;
}

test('shares with the person and their mails are removed, and no record of them has the address', async () => {
  const one = await memberWithData();
  const as = { as: null, headers: one.others };
  const form = uploadForm({ title: 'Shared' }, await makePdf());
  const document_id = (await call.createDocument({ ...as, form })).body.id;
  const json = { email: one.person.email, message: 'For you.' };
  expect((await call.createDocumentShare({ ...as, path: { document_id }, json })).status).toBe(201);
  const withdrawn = await withdrawnShare(as, one.person.email ?? '');
  const asked = newAccessRequest({ id: document_id }, one.person, json.email ?? '', Date.now());
  await transact([createAccessRequest(asked, Date.now())]);
  const hash = addressHashOf(normalizedEmail(one.person.email ?? '') ?? '');
  const ofMail = async () =>
    (await table.everything()).filter((item) => JSON.stringify(item).includes(hash)).map(({ pk }) => pk);
  expect(await ofMail()).toEqual([expect.stringMatching(/^MAIL(COUNT)?#/), expect.stringMatching(/^MAIL/)]);

  const { code, stdout, stderr } = await erase(one.person.email ?? '', '--json');

  expect({ code }, stderr).toEqual({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ changed_shares: 2, changed_access_requests: 1 });
  expect(await ofMail()).toEqual([]);
  expect(await itemsThatNamePerson(stage, one)).toEqual([]);
  for (const path of [{ document_id }, withdrawn])
    for (const ended of ['false', 'true'] as const)
      expect((await call.listDocumentShares({ ...as, path, query: { ended } })).body.items).toEqual([]);
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
  expect(await itemsThatNamePerson(stage, one)).toEqual([]);
  const inIt = ['--organization', organization];
  expect(await admin('organizations restore', organization)).toMatchObject({ code: 0 });
  expect((await admin('members list', ...inIt)).stdout).toContain('Erased user');
  await admin('members add', one.owner.id, ...inIt, '--role', 'owner');
  expect(await admin('members remove --yes', id, ...inIt)).toMatchObject({ code: 0 });
  expect((await admin('members list', ...inIt)).stdout).not.toContain('Erased user');
});

test('the erased person cannot come back, their address is free, and their own documents are removed at once', async () => {
  const { person, own, personal, deleted, owner, organization_id } = await memberWithData();
  const before = await table.everything();
  const refused = await erase(owner.id);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`(${organization_id}). Make another member owner first.`),
  });
  expect(await table.everything()).toEqual(before);
  await erase(person.id);

  expect(await call.listDocuments({ as: null, headers: own })).toMatchObject({ status: 401 });
  expect(await erase(person.id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${person.id} was erased already. Nothing is left to do.`),
  });
  for (const command of [['enable'], ['disable'], ['rebind']])
    expect(await admin('users', ...command, person.id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${person.id} was erased at`),
    });
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
  expect(await itemsThatNamePerson(stage, one)).toEqual([]);
  expect((await getCaller(one.person.id))?.erased_at).toBeDefined();
}, 240_000);
