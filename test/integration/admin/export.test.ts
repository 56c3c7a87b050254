import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { documentId as documentIdSchema, policyId } from '../../../shared/contract/identifiers.ts';
import { keepEarlierText } from '../../../shared/data/documents/earlierTexts.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { acknowledge, keepText } from '../../../shared/data/reading/acknowledgements.ts';
import { createAccessRequest, newAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { makePng } from '../../support/files/pictures.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { stayOnPages } from '../../support/readingTimes.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { openRestoreStage } from './restoreStage.ts';

const stage = await openRestoreStage();
const { call, table, credentials, kept, upload, work, admin, files, clock } = stage;
const { organization_id } = credentials;

type Line = Readonly<Record<string, unknown>>;

/** Exports the organization, and returns the files of the export. */
async function exported(folder: string) {
  const outcome = await admin('organizations export', organization_id, '--output', folder);
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
  const pdf = await makePdf();
  const form = uploadForm({ title: 'Kept to myself', access_level: 'private' }, pdf);
  const hidden = (await call.createDocument({ as: 'member', form })).body;
  await call.createDocumentVersion({
    as: 'member',
    path: { document_id: hidden.id },
    form: uploadForm({ title: 'Second' }, pdf),
  });
  await work();
  const deleted = await kept();
  await call.deleteDocument({ path: { document_id: deleted.document_id } });
  const shared = await kept();
  const path = { document_id: shared.document_id };
  await call.attachDocumentPolicy({ path, json: { policy_id: credentials.policy_ids[0] } });
  await call.setDocumentAccessLevel({ path, json: { access_level: 'public' } });
  const policy = { id: `pol_${'1'.repeat(26)}` } as const;
  const documentId = z.parse(documentIdSchema, shared.document_id);
  await transact([
    keepText(documentId, 'Secret.'),
    keepEarlierText({
      id: `act_${'1'.repeat(26)}`,
      document_id: documentId,
      version: null,
      title: 'Before',
      description: null,
      replaced_by: { id: `user_${'1'.repeat(26)}`, type: 'user_account', name: 'Mia' },
    }),
    acknowledge(documentId, { cookie_hash: 'hash' }, { policy_id: policy.id, text: 'Secret.' }, 0),
  ]);
  const sharing = { path: { document_id: shared.document_id }, json: { email: 'ines@example.org' } };
  const share = (await call.createDocumentShare(sharing)).body;
  const others = { path: sharing.path, json: { email: 'pia@example.org', send_mail: false } };
  const gone = (await call.createDocumentShare(others)).body;
  await call.deleteDocumentShare({ path: { ...sharing.path, share_id: gone.id } });
  const pat = await storedPerson({ name: 'Pat' });
  const asked = newAccessRequest({ id: documentId }, pat, pat.email ?? '', Date.now());
  await transact([createAccessRequest(asked, Date.now())]);
  const { secret } = (
    await call.registerWebhook({ json: { url: 'https://hooks.example.com/', events: ['*'] } })
  ).body;
  const { url } = (await call.createInvitation({ json: { email: 'guest@guests.example', role: 'member' } }))
    .body;
  const group = (await call.createGroup({ json: { name: 'Bidders' } })).body;
  const entry = (
    await call.createGroupEntry({ path: { group_id: group.id }, json: { domain: 'guests.example' } })
  ).body;
  const room = (await call.createRoom({ json: { name: 'Bidding' } })).body;
  const inRoom = { path: { room_id: room.id } };
  const folder_ = { ...inRoom, json: { items: [{ kind: 'folder', name: 'Contracts' }] } };
  await call.createRoomItems(folder_);
  const placed = { kind: 'document', document_id: shared.document_id };
  await call.createRoomItems({ ...inRoom, json: placed });
  const access = (await call.createRoomAccess({ ...inRoom, json: { group_id: group.id, level: 'view' } }))
    .body;
  const gate = { ...inRoom, json: { policy_id: credentials.policy_ids[0] } };
  const gated = (await call.attachRoomPolicy(gate)).body;
  await transact([
    keepText(room.id, 'No copies.'),
    acknowledge(room.id, { user_id: pat.id }, { policy_id: policy.id, text: 'No copies.' }, 0),
  ]);
  const waiting = await upload();
  await call.setOrganizationLogo({ raw: makePng(), headers: { 'Content-Type': 'image/png' } });
  const ofLaterRelease = z.parse(policyId, credentials.policy_ids[2]);
  await table.set({ ...policyKey(organization_id, ofLaterRelease) }, 'rules', { allowed_rooms: ['room_1'] });
  await fetch(`${credentials.base_url}/d/${shared.document_id}`);
  const ines = await storedPerson({ name: 'Ines', email: 'ines@example.org' });
  const { headers } = await storedApiKey(ines);
  await stayOnPages(stage, shared.document_id, { id: ines.id, headers }, { 1: 42 });
  await stage.catchUp();
  const before = await table.everything();

  const { code, stdout, stderr, manifest, lines } = await exported(folder);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await table.everything()).toEqual(before);

  const document_id = shared.document_id;
  const some = expect.any(String);
  const read = { ...share, reads: 1, first_read_at: some, last_read_at: some };
  const ended = { id: gone.id, email: 'pia@example.org', ended_at: some, ended_by: gone.created_by };
  const accepted = { policy_id: policy.id, share_id: null, accepted_at: '1970-01-01T00:00:00.000Z' };
  const ofReader = (await call.getDocumentReader({ path: { ...path, user_id: ines.id } })).body;
  expect(ofReader).toMatchObject({ share_id: share.id, page_seconds: [{ page: 1, seconds: 42 }] });
  const expected: Readonly<Record<string, readonly object[]>> = {
    rooms: [{ ...room, item_count: 2 }],
    room_items: [
      { room_id: room.id, number: '1', name: 'Contracts', kind: 'folder' },
      { room_id: room.id, number: '2', document_id },
    ],
    room_access: [{ room_id: room.id, ...access }],
    room_policies: [gated],
    room_acknowledgements: [{ room_id: room.id, policy_id: policy.id, user_id: pat.id, text: 'No copies.' }],
    document_policies: [{ document_id }],
    shares: [read, ended],
    access_requests: [{ document_id, id: asked.id, email: pat.email, name: 'Pat' }],
    acknowledgements: [{ document_id, ...accepted, user_id: null, text: 'Secret.' }],
    readers: [
      { ...ofReader, document_id },
      { document_id, person: null, views: 1, seconds: 0 },
    ],
    earlier_texts: [{ document_id, version_id: null, title: 'Before' }],
    invitations: [{ email: 'guest@guests.example' }],
    groups: [{ ...group, entry_count: 1 }],
    group_entries: [{ group_id: group.id, ...entry }],
    webhooks: [{ url: 'https://hooks.example.com/', state: 'enabled' }],
  };
  for (const [name, items] of Object.entries(expected))
    expect(await lines(`${name}.jsonl`), name).toMatchObject(items);

  const documents = await lines('documents.jsonl');
  expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
  for (const document of [
    { id: hidden.id, title: 'Kept to myself', access_level: 'private', deleted_at: null },
    { id: deleted.document_id, deleted_at: some, restorable_until: some },
    { id: document_id, access_level: 'public' },
  ])
    expect(documents).toContainEqual(expect.objectContaining(document));

  const versions = await lines('versions.jsonl');
  expect(versions.filter(({ document_id }) => document_id === hidden.id).map(({ number }) => number)).toEqual(
    [2, 1],
  );
  for (const { id, document_id, file, processing_status } of versions) {
    if (processing_status !== 'ready') continue;
    const bytes = await readFile(join(folder, `documents/${document_id}/${id}.pdf`));
    expect(file).toEqual({
      path: `documents/${document_id}/${id}.pdf`,
      size_bytes: bytes.length,
      sha256: sha256Of(bytes),
    });
  }
  expect(versions.find(({ id }) => id === waiting.version_id)).toMatchObject({ file: null });

  const { items: events } = (await call.listEvents({ query: { limit: '100' } })).body;
  const texts = await readFile(join(folder, 'events.jsonl'), 'utf8');
  for (const event of events) expect(texts).toContain(JSON.stringify(event));
  expect((await lines('events.jsonl')).map(({ type, data }) => [type, Object(data).id])).toContainEqual([
    'document.created',
    hidden.id,
  ]);

  expect(await lines('activity.jsonl')).toContainEqual(
    expect.objectContaining({ type: 'viewed', document_id: shared.document_id, details: expect.any(Object) }),
  );

  expect((await lines('members.jsonl')).map(({ user_id }) => user_id)).toContain(credentials.user_ids.owner);
  expect(await lines('service_accounts.jsonl')).toHaveLength(1);
  expect((await lines('api_keys.jsonl')).length).toBeGreaterThan(3);
  const policies = await lines('policies.jsonl');
  expect(policies).toHaveLength(credentials.policy_ids.length);
  expect(policies.find(({ id }) => id === ofLaterRelease)?.rules).toEqual({ allowed_rooms: ['room_1'] });

  const all = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.includes('.'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  for (const shownOnce of [secret, url, ...Object.values(credentials.api_keys)])
    expect(all.join('\n')).not.toContain(shownOnce);

  expect(manifest).toMatchObject({
    format: 'document-governance-export/1',
    organization: { id: organization_id, has_logo: true },
    pdfs: 4,
    unfinished_versions: 1,
    problems: [],
  });
  expect(manifest.files).toContainEqual(expect.objectContaining({ path: 'logo.webp' }));
  for (const { path: name, sha256, size_bytes } of manifest.files) {
    const bytes = await readFile(join(folder, name));
    expect([name, sha256, size_bytes]).toEqual([name, sha256Of(bytes), bytes.length]);
  }
  const sums = (await readFile(join(folder, 'sha256sums.txt'), 'utf8')).trim().split('\n');
  // The four PDFs, and their texts.
  expect(sums).toHaveLength(8);
  for (const sum of sums) {
    const [sha256 = '', name = ''] = sum.split('  ');
    expect(sha256Of(await readFile(join(folder, name)))).toBe(sha256);
  }
  const keptTexts = sums.flatMap((sum) => /\S+\.text\.jsonl$/.exec(sum)?.[0] ?? []);
  for (const name of keptTexts) expect(await lines(name)).toEqual([{ page: 1, text: 'Page 1' }]);
  expect(keptTexts).toHaveLength(4);
  expect(stdout).toMatch(/^documents +4$/m);
  expect(stdout).toMatch(/^pdfs +4$/m);
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
