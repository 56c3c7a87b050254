import { expect, test } from 'vitest';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { openRestoreStage } from './restoreStage.ts';

const { call, table, credentials, admin, kept, record, refuses, rows } = await openRestoreStage();
const { organization_id, user_ids } = credentials;
const here = ['--organization', organization_id];

const show = (document: string): Promise<Record<string, unknown>> => record('documents show', document);
const titles = async (...argv: string[]) => (await rows('documents list', ...argv)).map(({ title }) => title);

async function posted(fields: Readonly<Record<string, string>>, as: 'owner' | 'member' = 'owner') {
  return (await call.createDocument({ as, form: uploadForm(fields, await makePdf()) })).body;
}

test('shows the metadata of a document to support, by its id or any link, and nothing of its file', async () => {
  const { document_id, version_id } = await kept();
  const policy_id = credentials.policy_ids[0] ?? '';
  await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id } });
  const { service_url } = (await call.getDocument({ path: { document_id } })).body;
  const before = await table.everything();

  const shown = await show(document_id);

  expect(shown).toMatchObject({
    id: document_id,
    title: 'Master agreement',
    processing_status: 'ready',
    access_level: 'organization',
    service_url,
    why_failed: null,
    organization_id,
    created_by: user_ids.owner?.replace('usr_', 'user_'),
    created_by_name: 'Olivia Owner',
    created_by_email: expect.stringContaining('@'),
    version_count: 1,
    versions: [{ number: 1, id: version_id, processing_status: 'ready', current: true, pages: 1 }],
    policies: [{ id: policy_id, rules: [] }],
    retention: null,
    deleted_at: null,
    restorable_until: null,
  });
  for (const link of [
    service_url,
    `${service_url}?as=reader`,
    `${service_url}/versions/${version_id}`,
    `https://old.example/prod/d/${document_id}#page=2`,
    `/d/${document_id}`,
    `/prod/d/${document_id}/versions/${version_id}`,
    `docs.example.com/d/${document_id}`,
  ])
    expect(await show(link)).toEqual(shown);
  expect(JSON.stringify(shown)).not.toMatch(/payload|sha256|https:.*X-Amz/);
  expect(await table.everything()).toEqual(before);
});

test('shows until when a policy keeps a document, and when a deleted one can be restored', async () => {
  const { document_id } = await kept();
  const path = { document_id };
  const hold = { name: `Hold ${crypto.randomUUID()}`, rules: { legal_hold: true } };
  const policy_id = (await call.createPolicy({ json: hold })).body.id;
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  const held = await show(document_id);
  const toPeople = (await admin('documents show', document_id)).stdout;

  const onlyOwners = expect.stringContaining('Only owners may detach the policy');
  await refuses(1, onlyOwners, 'policies detach', policy_id, document_id, '--yes');
  await call.updatePolicy({ path: { policy_id }, json: { rules: {} } });
  await call.deleteDocument({ path });
  const deleted = await show(document_id);

  expect(toPeople).toContain(`The policy "${hold.name}" keeps this document until its legal hold ends\n`);
  expect(toPeople).not.toMatch(/[{}]/);
  expect(held.retention).toEqual({ policy_id, until: 'the end of the legal hold', locked: false });
  expect(deleted).toMatchObject({
    retention: null,
    deleted_at: expect.any(String),
    restorable_until: expect.any(String),
  });
  expect((await admin('documents show', document_id)).stdout).toContain('can restore it');
  expect(await titles(...here, '--deleted')).toContain('Master agreement');
  const gone = `error: ${document_id} is deleted. Policies of a deleted document cannot change.\n`;
  await refuses(1, gone, 'policies attach', policy_id, document_id);
});

test('lists documents by creator and title, also private ones and those outside of organizations', async () => {
  const mark = crypto.randomUUID();
  await posted({ title: `First ${mark}` });
  await posted({ title: `Mine ${mark}`, access_level: 'private' }, 'member');
  await call.createDocument({ as: 'newcomer', form: uploadForm({ title: `Own ${mark}` }, await makePdf()) });

  expect(await titles(...here, '--title', mark)).toEqual([`Mine ${mark}`, `First ${mark}`]);
  expect(await titles(...here, '--title', mark.toUpperCase(), '--limit', '1')).toEqual([`Mine ${mark}`]);
  expect(await titles('--creator', user_ids.member ?? '', '--title', mark)).toEqual([`Mine ${mark}`]);
  const newcomer = (await rows('users list')).find(({ name }) => String(name).startsWith('Nora'));
  expect(await titles('--creator', String(newcomer?.id))).toEqual([`Own ${mark}`]);
});

test('attaches a policy once, as an operator, and detaches it', async () => {
  const { document_id } = await kept();
  const path = { document_id };
  const rules = { watermark: true };
  const policy_id = (await call.createPolicy({ json: { name: `Marked ${crypto.randomUUID()}`, rules } })).body
    .id;
  const { service_url } = (await call.getDocument({ path })).body;

  const attached = await record('policies attach', policy_id, service_url);
  const again = await record('policies attach', policy_id, document_id);

  expect(again).toEqual(attached);
  expect((await call.listDocumentPolicies({ path })).body.items).toMatchObject([
    { policy: { id: policy_id }, attached_by: { type: 'service_account', name: 'Operator of the service' } },
  ]);
  expect(await record('policies show', policy_id)).toMatchObject({ id: policy_id, organization_id, rules });
  expect((await show(document_id)).policies).toMatchObject([{ id: policy_id, rules: ['watermark'] }]);

  await record('policies detach', policy_id, document_id, '--yes');

  expect((await call.listDocumentPolicies({ path })).body.items).toEqual([]);
  const { items } = (await call.listDocumentActivity({ path })).body;
  expect(items.filter(({ type }) => type.startsWith('policy.'))).toMatchObject([
    { type: 'policy.detached', actor: null, details: { credential: 'command_line' } },
    { type: 'policy.attached', actor: null, details: { credential: 'command_line' } },
  ]);
});

const nobody = '0'.repeat(26);

test.for([
  [1, /There is no document doc_0{26} at http/, ['documents show', `doc_${nobody}`]],
  [2, /argument 'document'/, ['documents show', 'https://docs.example.com/d/']],
  [2, /argument 'document'/, ['documents show', `/d/doc_${nobody}0`]],
  [2, /argument 'document'/, ['documents show', `doc_${nobody}0`]],
  [1, /There is no policy pol_0{26}/, ['policies show', `pol_${nobody}`]],
  [1, /There is no document/, ['policies attach', `pol_${nobody}`, `doc_${nobody}`]],
  [1, /There is no document/, ['policies detach', `pol_${nobody}`, `doc_${nobody}`]],
] as const)('refuses with %i: %s', async ([code, message, argv]) => {
  await refuses(code, expect.stringMatching(message), ...argv);
});

test('lists the people a document is shared with, and withdraws a share', async () => {
  const { id: document_id, service_url } = await posted({ title: 'Shared' });
  const path = { document_id };
  const email = `${crypto.randomUUID()}@example.org`;
  const { body: share } = await call.createDocumentShare({ path, json: { email } });

  expect(await rows('documents shares', service_url)).toEqual([
    expect.objectContaining({ id: share.id, email, state: 'open', expires_at: null, reads: 0 }),
  ]);
  await record('documents unshare', document_id, share.id, '--yes');

  expect(await rows('documents shares', document_id)).toEqual([]);
  expect((await call.listDocumentShares({ path })).body.items).toEqual([]);
  const gone = expect.stringContaining(`There is no share ${share.id}`);
  await refuses(1, gone, 'documents unshare', document_id, share.id, '--yes');
});
