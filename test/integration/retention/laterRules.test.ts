import { expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, credentials, table, invoke, takeMessages } = await sharedStage();

/** A document of an organization with two versions, and a policy that `stored` replaces in the table, as a later release would. */
async function scene(rules: Rules, stored: unknown) {
  const { id: organization_id, owner } = await storedOrganization();
  const as = async (member: typeof owner) => ({
    as: null,
    headers: (await storedApiKey(member, { organization_id })).headers,
  });
  const admin = await storedMember(organization_id, 'admin');
  const byOwner = await as(owner);
  const byAdmin = await as(admin);
  const byMember = await as(await storedMember(organization_id, 'member'));
  const upload = async () => uploadForm({ title: 'Plan' }, await makeSmallPdf());
  const document_id = (await call.createDocument({ ...byOwner, form: await upload() })).body.id;
  const path = { document_id };
  await call.createDocumentVersion({ ...byOwner, path, form: await upload() });
  for (const body of await takeMessages('processing'))
    await invoke('processVersion', { Records: [{ body }] });
  const version_id = (await call.getDocument({ ...byOwner, path })).body.current_version?.id ?? '';
  const { id: policy_id } = (await call.createPolicy({ ...byOwner, json: { name: 'Later', rules } })).body;
  await call.attachDocumentPolicy({ ...byOwner, path, json: { policy_id } });
  const key = policyKey(organization_id, policy_id);
  await table.set({ ...key }, 'rules', stored);
  const storedNow = async () =>
    (await table.everything((one) => one.pk === key.pk && one.sk === key.sk))[0]?.rules;
  return {
    organization_id,
    owner,
    byOwner,
    byAdmin,
    byMember,
    document_id,
    version_id,
    policy_id,
    storedNow,
  };
}

const get = async (path: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
  const response = await fetch(credentials.base_url + path, { headers, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};

const updated = expect.stringContaining('service');

// Threat: After a rollback, a rule or a share of a later release opens more than it should
test.for<{ what: string; rules: Rules; stored: unknown; known: Rules }>([
  {
    what: 'an unknown rule',
    rules: { watermark: true },
    stored: { watermark: true, allowed_rooms: ['room_1'] },
    known: { watermark: true },
  },
  {
    what: 'an unknown value of a rule',
    rules: { require_sign_in: true },
    stored: { require_sign_in: { by: 'passkey' }, view_only: true },
    known: { view_only: true },
  },
  { what: 'rules in another shape', rules: {}, stored: ['allowed_rooms'], known: {} },
])('$what closes a document, keeps it, and is kept itself', async ({ rules, stored, known }) => {
  const at = await scene(rules, stored);
  const { byOwner, byAdmin, byMember, document_id, version_id, policy_id, storedNow } = at;
  const page = `/d/${document_id}`;
  const version = `${page}/versions/${version_id}`;

  for (const path of [
    page,
    version,
    `${version}?file=inline`,
    `${version}?file=attachment`,
    `${version}/pages/1`,
  ]) {
    const asReader = await get(path, byMember);
    expect(asReader, path).toMatchObject({ status: 403, text: expect.stringContaining('must be updated') });
    const preview = await get(`${path}${path.includes('?') ? '&' : '?'}as=reader`, byOwner);
    expect(preview, path).toMatchObject({ status: 403, text: expect.stringContaining('must be updated') });
  }
  const asJson = await get(page, { headers: { ...byMember.headers, Accept: 'application/json' } });
  expect(JSON.parse(asJson.text)).toMatchObject({
    error: { code: 'insufficient_permissions', message: expect.stringContaining('must be updated') },
  });
  expect((await get(page, byOwner)).status).toBe(200);

  expect((await call.getPolicy({ ...byMember, path: { policy_id } })).body).toMatchObject({
    rules: known,
    unknown_rules: true,
  });
  const entry = await call.generateDocumentEntryPage({ ...byOwner, path: { document_id } });
  expect(entry.status).toBe(200);

  const removals = [
    await call.deleteDocument({ ...byOwner, path: { document_id } }),
    await call.deleteDocumentVersion({ ...byOwner, path: { document_id, version_id } }),
  ];
  for (const removal of removals) {
    expect(removal).toMatchObject(refused('insufficient_permissions'));
    expect(removal.error?.message).toContain('until the service is updated');
  }
  const { headers } = await storedSession(at.owner);
  const bySession = { as: null, headers: { ...headers, Origin: credentials.base_url } };
  const organization = await call.deleteOrganization({ ...bySession, json: { name: 'Test' } });
  expect(organization).toMatchObject({ status: 403, problem: { detail: updated } });
  const path = { document_id, policy_id };
  expect(await call.detachDocumentPolicy({ ...byAdmin, path })).toMatchObject(
    refused('insufficient_permissions'),
  );

  const change = (json: object, by: object = byOwner) =>
    call.updatePolicy({ ...by, path: { policy_id }, json });
  expect((await change({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', rules: known });
  expect((await change({ archived: true })).status).toBe(200);
  expect((await change({ archived: false })).status).toBe(200);
  expect((await change({ rules: known }, byAdmin)).status).toBe(403);
  expect(await storedNow()).toEqual(stored);

  const replaced = (await change({ rules: known })).body;
  expect([replaced.rules, replaced.unknown_rules]).toEqual([known, undefined]);
  expect((await storedNow()) ?? {}).toEqual(known);
  expect((await get(page, byMember)).status).toBe(200);
  expect((await call.deleteDocument({ ...byOwner, path: { document_id } })).status).toBe(200);
});

// Threat: After a rollback, a rule or a share of a later release opens more than it should
test('a share with a field of a later release keeps it, and other readers are not affected', async () => {
  const { byOwner, document_id } = await scene({}, {});
  const [first, second] = [await storedPerson(), await storedPerson()];
  const path = { document_id };
  const [shared] = [
    (await call.createDocumentShare({ ...byOwner, path, json: { email: first.email ?? '' } })).body,
    (await call.createDocumentShare({ ...byOwner, path, json: { email: second.email ?? '' } })).body,
  ];
  const key = sharedWithKey(document_id, first.email ?? '');
  await table.set({ ...key }, 'versions', ['ver_1']);
  const share = { ...path, share_id: shared.id };

  expect(
    (await call.updateDocumentShare({ ...byOwner, path: share, json: { notify_me: true } })).body,
  ).toMatchObject({ notify_me: true, email: first.email });
  const [stored] = await table.everything((one) => one.pk === key.pk && one.sk === key.sk);
  expect(stored).toMatchObject({ notify_me: true, versions: ['ver_1'] });

  const opened = async (person: typeof first) =>
    (await get(`/v1/documents/${document_id}`, await storedApiKey(person))).status;
  expect([await opened(first), await opened(second)]).toEqual([404, 200]);
  expect((await call.listDocumentShares({ ...byOwner, path })).body.items).toHaveLength(2);

  await table.set({ ...key }, 'expires_at', { after_days: 7 });
  expect((await call.listDocumentShares({ ...byOwner, path })).body.items).toHaveLength(1);
  const again = await call.createDocumentShare({ ...byOwner, path, json: { email: first.email ?? '' } });
  expect(again).toMatchObject(refused('invalid_value', 'email'));
});
