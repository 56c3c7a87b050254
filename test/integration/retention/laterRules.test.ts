import { expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import {
  byKey,
  bySession,
  ownedOrganization,
  storedApiKey,
  storedMember,
  storedPerson,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials, open, table } = stage;

const itemAt = async (key: { readonly pk: string; readonly sk: string }) =>
  (await table.everything((one) => one.pk === key.pk && one.sk === key.sk))[0];

// Threat: After a rollback, a rule or a share of a later release opens more than it should
test('an unknown rule and an unknown value close a document, keep it, and are kept themselves', async () => {
  const { id, owner, by: byOwner } = await ownedOrganization();
  const byAdmin = await byKey(await storedMember(id, 'admin'));
  const byMember = await byKey(await storedMember(id, 'member'));
  const known: Rules = { watermark: true };
  const stored = { ...known, require_sign_in: { by: 'passkey' }, allowed_rooms: ['room_1'] };
  const { path, version_id } = await uploadReady(stage, {}, byOwner);
  // A version can be deleted only beside another one.
  await call.createDocumentVersion({ ...byOwner, path, form: uploadForm({}, await makeSmallPdf()) });
  const { id: policy_id } = (await call.createPolicy({ ...byOwner, json: { name: 'Later', rules: known } }))
    .body;
  await call.attachDocumentPolicy({ ...byOwner, path, json: { policy_id } });
  // The rules that a later release would store.
  const key = policyKey(id, policy_id);
  await table.set({ ...key }, 'rules', stored);
  const page = `/d/${path.document_id}`;
  const version = `${page}/versions/${version_id}`;

  for (const at of [
    `${page}?`,
    `${version}?`,
    `${version}?file=inline&`,
    `${version}?file=attachment&`,
    `${version}/pages/1?`,
  ])
    for (const answer of [await open(at, byMember.headers), await open(`${at}as=reader`, byOwner.headers)])
      expect(answer, at).toMatchObject({ status: 403, text: expect.stringContaining('must be updated') });
  const asJson = await open(page, { ...byMember.headers, Accept: 'application/json' });
  expect(JSON.parse(asJson.text)).toMatchObject({
    error: { code: 'insufficient_permissions', message: expect.stringContaining('must be updated') },
  });
  expect((await open(page, byOwner.headers)).status).toBe(200);
  expect((await call.getPolicy({ ...byMember, path: { policy_id } })).body).toMatchObject({
    rules: known,
    unknown_rules: true,
  });
  expect((await call.generateDocumentEntryPage({ ...byOwner, path })).status).toBe(200);

  const removals = [
    await call.deleteDocument({ ...byOwner, path }),
    await call.deleteDocumentVersion({ ...byOwner, path: { ...path, version_id } }),
  ];
  for (const removal of removals) {
    expect(removal).toMatchObject(refused('insufficient_permissions'));
    expect(removal.error?.message).toContain('until the service is updated');
  }
  const inBrowser = await bySession(owner, credentials);
  expect(await call.deleteOrganization({ ...inBrowser, json: { name: 'Test' } })).toMatchObject({
    status: 403,
    problem: { detail: expect.stringContaining('service') },
  });
  expect(await call.detachDocumentPolicy({ ...byAdmin, path: { ...path, policy_id } })).toMatchObject(
    refused('insufficient_permissions'),
  );

  const change = (json: object, by: object = byOwner) =>
    call.updatePolicy({ ...by, path: { policy_id }, json });
  expect((await change({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', rules: known });
  for (const archived of [true, false]) expect((await change({ archived })).status).toBe(200);
  expect((await change({ rules: known }, byAdmin)).status).toBe(403);
  expect((await itemAt(key))?.rules).toEqual(stored);

  const replaced = (await change({ rules: known })).body;
  expect([replaced.rules, replaced.unknown_rules]).toEqual([known, undefined]);
  expect((await itemAt(key))?.rules).toEqual(known);
  expect((await open(page, byMember.headers)).status).toBe(200);
  expect((await call.deleteDocument({ ...byOwner, path })).status).toBe(200);
});

// Threat: After a rollback, a rule or a share of a later release opens more than it should
test('a share with a field of a later release keeps it, and other readers are not affected', async () => {
  const { by } = await ownedOrganization();
  const { path } = await uploadReady(stage, {}, by);
  const { document_id } = path;
  const [first, second] = [await storedPerson(), await storedPerson()];
  const share = (email: string | null) =>
    call.createDocumentShare({ ...by, path, json: { email: email ?? '' } });
  const { body: shared } = await share(first.email);
  await share(second.email);
  const key = sharedWithKey(document_id, first.email ?? '');
  await table.set({ ...key }, 'versions', ['ver_1']);

  const updated = await call.updateDocumentShare({
    ...by,
    path: { ...path, share_id: shared.id },
    json: { notify_me: true },
  });
  expect(updated.body).toMatchObject({ notify_me: true, email: first.email });
  expect(await itemAt(key)).toMatchObject({ notify_me: true, versions: ['ver_1'] });

  const opened = async (person: typeof first) =>
    (await open(`/v1/documents/${document_id}`, (await storedApiKey(person)).headers)).status;
  expect([await opened(first), await opened(second)]).toEqual([404, 200]);
  expect((await call.listDocumentShares({ ...by, path })).body.items).toHaveLength(2);

  await table.set({ ...key }, 'expires_at', { after_days: 7 });
  expect((await call.listDocumentShares({ ...by, path })).body.items).toHaveLength(1);
  expect(await share(first.email)).toMatchObject(refused('invalid_value', 'email'));
});
