import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepEarlierText } from '../../../shared/data/documents/earlierTexts.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { acknowledge, keepText } from '../../../shared/data/reading/acknowledgements.ts';
import { createAccessRequest, newAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { filledOrganization } from '../../support/people/filledOrganization.ts';
import { memberIdOf, storedApiKey, storedPerson } from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { openRestoreStage } from './restoreStage.ts';

const stage = await openRestoreStage();
const { call, table, credentials, kept, work, admin, files, clock } = stage;
const { organization_id } = credentials;

type Line = Readonly<Record<string, unknown>>;

/** Exports the organization, and returns the files of the export. */
async function exported(folder: string, id = organization_id) {
  const outcome = await admin('organizations export', id, '--output', folder);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const lines = async (name: string): Promise<Line[]> =>
    (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { ...outcome, manifest, lines };
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('writes everything of an organization, also private and deleted documents, and changes nothing', async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'new', 'export');
  const there = await filledOrganization(stage);
  const { id, keys, open: document_id, owner, shared, webhook } = there;
  const by = { as: null, headers: keys.owner.headers } as const;
  const path = { document_id };
  const addVersion = async () => {
    const form = uploadForm({}, await makePdf());
    return (await call.createDocumentVersion({ ...by, path: { document_id: shared }, form })).body;
  };
  await addVersion();
  await work();
  const waiting = await addVersion();
  const later = (await call.createPolicy({ ...by, json: { name: 'Later' } })).body.id;
  await table.set({ ...policyKey(id, later) }, 'rules', { allowed_rooms: ['room_1'] });
  const [room] = (await call.listRooms(by)).body.items;
  const [group] = (await call.listGroups(by)).body.items;
  if (!room || !group) throw new Error('there is a room and a group');
  const pat = await storedPerson({ name: 'Pat' });
  const asked = newAccessRequest({ id: document_id }, pat, pat.email ?? '', Date.now());
  const policy_id = `pol_${'1'.repeat(26)}` as const;
  await transact([
    keepText(document_id, 'Secret.'),
    keepText(room.id, 'No copies.'),
    acknowledge(document_id, { cookie_hash: 'hash' }, { policy_id, text: 'Secret.' }, 0),
    acknowledge(room.id, { user_id: pat.id }, { policy_id, text: 'No copies.' }, 0),
    createAccessRequest(asked, Date.now()),
    keepEarlierText({
      id: `act_${'1'.repeat(26)}`,
      document_id,
      version: null,
      title: 'Before',
      description: null,
      replaced_by: { id: `user_${'1'.repeat(26)}`, type: 'user_account', name: 'Mia' },
    }),
  ]);
  const share = async (email: string) =>
    (await call.createDocumentShare({ ...by, path, json: { email, send_mail: false } })).body;
  const [open, gone] = [await share('ines@example.org'), await share('pia@example.org')];
  await call.deleteDocumentShare({ ...by, path: { ...path, share_id: gone.id } });
  await stage.open(`/d/${document_id}`);
  const ines = await storedPerson({ name: 'Ines', email: 'ines@example.org' });
  const { headers } = await storedApiKey(ines);
  await stayOnPages(stage, document_id, { id: ines.id, headers }, { 1: 42 });
  await stage.catchUp();
  const before = await table.everything();

  const { code, stdout, stderr, manifest, lines } = await exported(folder, id);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await table.everything()).toEqual(before);

  const some = expect.any(String);
  const read = { ...open, reads: 1, first_read_at: some, last_read_at: some };
  const ended = { id: gone.id, email: 'pia@example.org', ended_at: some, ended_by: gone.created_by };
  const accepted = { policy_id, share_id: null, accepted_at: '1970-01-01T00:00:00.000Z' };
  const ofReader = (await call.getDocumentReader({ ...by, path: { ...path, user_id: ines.id } })).body;
  expect(ofReader).toMatchObject({ share_id: open.id, page_seconds: [{ page: 1, seconds: 42 }] });
  const inRoom = { ...by, path: { room_id: room.id } };
  const inGroup = { ...by, path: { group_id: group.id } };
  const expected: Readonly<Record<string, readonly object[]>> = {
    rooms: [room],
    room_items: [
      { room_id: room.id, number: '1', name: 'Contracts', kind: 'folder' },
      { room_id: room.id, number: '2', document_id },
    ],
    room_access: (await call.listRoomAccess(inRoom)).body.items.map((one) => ({ room_id: room.id, ...one })),
    room_policies: (await call.listRoomPolicies(inRoom)).body.items,
    room_acknowledgements: [{ room_id: room.id, policy_id, user_id: pat.id, text: 'No copies.' }],
    document_policies: [{ document_id }],
    shares: [read, ended],
    access_requests: [{ document_id, id: asked.id, email: pat.email, name: 'Pat' }],
    acknowledgements: [{ document_id, ...accepted, user_id: null, text: 'Secret.' }],
    readers: [
      { ...ofReader, document_id },
      { document_id, person: null, views: 1, seconds: 0 },
    ],
    earlier_texts: [{ document_id, version_id: null, title: 'Before' }],
    invitations: (await call.listInvitations(by)).body.items,
    groups: [group],
    group_entries: (await call.listGroupEntries(inGroup)).body.items.map((one) => ({
      group_id: group.id,
      ...one,
    })),
    webhooks: [{ id: webhook.id, state: 'enabled' }],
  };
  for (const [name, items] of Object.entries(expected))
    expect(await lines(`${name}.jsonl`), name).toMatchObject(items);

  const documents = await lines('documents.jsonl');
  expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
  const states = documents.map((one) => `${one.access_level}${one.deleted_at === null ? '' : ', deleted'}`);
  expect(states.sort()).toEqual([
    'organization',
    'organization, deleted',
    'private',
    'private, deleted',
    'public',
  ]);
  for (const one of documents) expect(one.restorable_until).toEqual(one.deleted_at === null ? null : some);
  const [hidden] = documents.filter((one) => one.access_level === 'private' && one.deleted_at === null);

  const versions = await lines('versions.jsonl');
  expect(versions.filter((one) => one.document_id === shared).map(({ number }) => number)).toEqual([3, 2, 1]);
  for (const version of versions) {
    if (version.processing_status !== 'ready') continue;
    const file = `documents/${version.document_id}/${version.id}.pdf`;
    const bytes = await readFile(join(folder, file));
    expect(version.file).toEqual({
      path: file,
      size_bytes: bytes.length,
      sha256: sha256Of(bytes),
    });
  }
  expect(versions.find((one) => one.id === waiting.id)).toMatchObject({ file: null });

  const { items: events } = (await call.listEvents({ ...by, query: { limit: '100' } })).body;
  const texts = await readFile(join(folder, 'events.jsonl'), 'utf8');
  for (const event of events) expect(texts).toContain(JSON.stringify(event));
  expect((await lines('events.jsonl')).map(({ type, data }) => [type, Object(data).id])).toContainEqual([
    'document.created',
    hidden?.id,
  ]);

  expect(await lines('activity.jsonl')).toContainEqual(
    expect.objectContaining({ type: 'viewed', document_id, details: expect.any(Object) }),
  );

  expect((await lines('members.jsonl')).map(({ user_id }) => user_id)).toContain(memberIdOf(owner));
  expect(await lines('service_accounts.jsonl')).toHaveLength(1);
  expect((await lines('api_keys.jsonl')).length).toBeGreaterThan(3);
  const policies = await lines('policies.jsonl');
  expect(policies).toHaveLength(2);
  expect(policies.find((one) => one.id === later)?.rules).toEqual({ allowed_rooms: ['room_1'] });

  const all = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.includes('.'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  const secrets = Object.values(keys).map((key) => key.headers.Authorization.replace('Bearer ', ''));
  for (const shownOnce of [webhook.secret, there.invitation.url, ...secrets])
    expect(all.join('\n')).not.toContain(shownOnce);

  expect(manifest).toMatchObject({
    format: 'document-governance-export/1',
    organization: { id, has_logo: true },
    pdfs: 6,
    unfinished_versions: 1,
    problems: [],
  });
  expect(manifest.files).toContainEqual(expect.objectContaining({ path: 'logo.webp' }));
  for (const { path: name, sha256, size_bytes } of manifest.files) {
    const bytes = await readFile(join(folder, name));
    expect([name, sha256, size_bytes]).toEqual([name, sha256Of(bytes), bytes.length]);
  }
  const sums = (await readFile(join(folder, 'sha256sums.txt'), 'utf8')).trim().split('\n');
  // The six PDFs, and their texts.
  expect(sums).toHaveLength(12);
  for (const sum of sums) {
    const [sha256 = '', name = ''] = sum.split('  ');
    expect(sha256Of(await readFile(join(folder, name)))).toBe(sha256);
  }
  const keptTexts = sums.flatMap((sum) => /\S+\.text\.jsonl$/.exec(sum)?.[0] ?? []);
  for (const name of keptTexts) expect(await lines(name)).toEqual([{ page: 1, text: 'Page 1' }]);
  expect(keptTexts).toHaveLength(6);
  expect(stdout).toMatch(/^documents +5$/m);
  expect(stdout).toMatch(/^pdfs +6$/m);
  // Only the user who runs the command can read the files.
  expect((await stat(join(folder, 'documents.jsonl'))).mode & 0o077).toBe(0);
  await work();
});

test('names the PDFs that are missing or have another hash, and exports everything else', async () => {
  await using directory = await temporaryDirectory();
  const missing = await kept();
  const changed = await kept();
  await files.remove(missing.key);
  await files.overwrite(changed.key);

  const { code, stderr, manifest, lines } = await exported(directory.path);

  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: 2 PDFs or texts are missing, or do not have the hash of their version/);
  const named = ({ document_id, version_id }: typeof missing) => ({ document_id, version_id });
  expect(manifest.problems).toHaveLength(2);
  expect(manifest.problems).toContainEqual({ ...named(missing), problem: 'missing' });
  expect(manifest.problems).toContainEqual({ ...named(changed), problem: 'changed' });
  expect((await lines('documents.jsonl')).map(({ id }) => id)).toContain(missing.document_id);
});

test('writes a deleted organization too, while it can be restored', async () => {
  await using directory = await temporaryDirectory();
  await using before = await temporaryDirectory();
  const whole = await exported(before.path);
  await call.deleteOrganization({ json: { name: whole.manifest.organization.name } });

  const { manifest, lines } = await exported(directory.path);

  expect(whole.manifest.deleted_at).toBeNull();
  expect(manifest.deleted_at).toEqual(expect.any(String));
  for (const name of ['members', 'service_accounts', 'webhooks', 'documents', 'versions', 'policies'])
    expect(await lines(`${name}.jsonl`), name).toHaveLength((await whole.lines(`${name}.jsonl`)).length);
  expect(await lines('former_members.jsonl')).toEqual([]);

  clock.now += 31 * 24 * 60 * 60_000;
  await using late = await temporaryDirectory();
  expect(await admin('organizations export', organization_id, '--output', late.path)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is being removed'),
  });
});
