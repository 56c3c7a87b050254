import { expect, test } from 'vitest';
import type { CallRequest } from '../../support/callRequest.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials, table, catchUp } = stage;

const name = 'Earlier text';
/** A text that releases before 1.0.1 accepted. */
const earlier = 'Two\nlines\0 \u202e\u2066';

/** Replaces a text in all attributes of an item. */
const replacedIn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(name), JSON.stringify(earlier)));

// Threat: A title or a name writes text of the service's own mail
test('names and titles from before are answered as they are stored, and their pages are shown', async () => {
  const { id: organization_id, owner } = await storedOrganization();
  const admin = await storedMember(organization_id, 'admin', { name });
  const { headers } = await storedApiKey(owner, { organization_id });
  const by: CallRequest = { as: null, headers };
  const session = await storedSession(admin);
  const asAdmin = { ...session.headers, Origin: credentials.base_url };
  await call.updateOrganization({ ...by, json: { name } });
  const form = async () => uploadForm({ title: name, description: name }, await makeSmallPdf());
  const document = (
    await call.createDocument({
      as: null,
      headers: (await storedApiKey(admin, { organization_id })).headers,
      form: await form(),
    })
  ).body;
  const path = { document_id: document.id };
  const { body: version } = await call.createDocumentVersion({ ...by, path, form: await form() });
  await stage.drain('processing');
  const { body: account } = await call.createServiceAccount({ ...by, json: { name } });
  await call.createApiKey({ ...by, json: { name, service_account_id: account.id } });
  const { body: policy } = await call.createPolicy({
    ...by,
    json: { name, rules: { acknowledgement: name } },
  });
  await call.attachDocumentPolicy({ ...by, path, json: { policy_id: policy.id } });
  await call.createDocumentShare({ ...by, path, json: { email: 'earlier@reader.example', message: name } });

  const ids = [organization_id, admin.id, document.id, version.id, account.id, policy.id].map(
    (id) => id.split('_')[1] ?? '',
  );
  const mine = await table.everything((item) => ids.some((id) => JSON.stringify(item).includes(id)));
  for (const item of mine)
    if (JSON.stringify(item).includes(JSON.stringify(name)))
      await table.put(Object.assign(item, replacedIn(item)));

  await catchUp();

  const answers = [
    await call.getDocument({ ...by, path }),
    await call.listDocuments({ ...by, query: { q: 'lines' } }),
    await call.getDocumentVersion({ ...by, path: { ...path, version_id: version.id } }),
    await call.getOrganization(by),
    await call.listOrganizationMembers(by),
    await call.listServiceAccounts(by),
    await call.listApiKeys({ ...by, query: { service_account_id: account.id } }),
    await call.getPolicy({ ...by, path: { policy_id: policy.id } }),
    await call.listDocumentPolicies({ ...by, path }),
    await call.listDocumentShares({ ...by, path }),
    await call.listDocumentActivity({ ...by, path }),
    await call.listOrganizationActivity(by),
    await call.getMe({ as: null, headers: asAdmin }),
    await call.generateDocumentEntryPage({ ...by, path }),
    // A change of another field needs no new title.
    await call.updateDocument({ ...by, path, json: { description: 'New' } }),
  ];
  for (const { status } of answers) expect(status).toBe(200);
  for (const { body } of answers.slice(0, 10))
    expect(JSON.stringify(body)).toContain(JSON.stringify(earlier));
  for (const [page, status] of [
    [`/d/${document.id}`, 200],
    // Readers are asked to accept the text.
    [`/d/${document.id}?as=reader`, 403],
    ['/app/plain', 200],
    [`/app/plain/documents/${document.id}`, 200],
  ] as const) {
    expect([page, (await stage.open(page, asAdmin)).status]).toEqual([page, status]);
  }
});
