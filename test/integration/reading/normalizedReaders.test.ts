import { expect, test, vi } from 'vitest';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { storedApiKey, storedMember, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, credentials, table, invoke, takeMessages } = await sharedStage();

const policies = 3;
const addresses = 40;
const domains = 5;

/** Counts the domains that a request normalizes, except those of people. */
async function normalizedBy(request: () => Promise<unknown>): Promise<number> {
  const canParse = vi.spyOn(URL, 'canParse');
  try {
    await request();
    return canParse.mock.calls.filter(([url]) => /\.listed\.example$/i.test(String(url))).length;
  } finally {
    canParse.mockRestore();
  }
}

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('the addresses in policies are normalized when they are stored, and values from before once a request', async () => {
  const { id: organization_id, owner } = await storedOrganization();
  const as = async (person: typeof owner) => ({ as: null, headers: (await storedApiKey(person)).headers });
  const byOwner = await as(owner);
  const colleague = await storedMember(organization_id, 'member');
  const [byMember, guest] = [await as(colleague), await storedPerson()];
  const byGuest = await as(guest);
  const form = uploadForm({ title: 'Named' }, await makeSmallPdf());
  const document_id = (await call.createDocument({ ...byOwner, form })).body.id;
  const path = { document_id };
  for (const body of await takeMessages('processing'))
    await invoke('processVersion', { Records: [{ body }] });
  const version_id = (await call.getDocument({ ...byOwner, path })).body.current_version?.id;
  await call.createDocumentShare({ ...byOwner, path, json: { email: guest.email ?? '' } });
  const listed = Array.from({ length: addresses }, (_, index) => `Reader${index}@Sales.Listed.example`);
  const rules = {
    allowed_emails: [...listed, ...[owner, colleague, guest].map(({ email }) => email ?? '')],
    allowed_email_domains: Array.from({ length: domains }, (_, index) => `D${index}.Listed.example`),
  };
  const keys = [];
  for (let index = 0; index < policies; index += 1) {
    const json = { name: `Named ${index}`, rules };
    const { id: policy_id, rules: answered } = (await call.createPolicy({ ...byOwner, json })).body;
    expect(answered).toEqual(rules);
    await call.attachDocumentPolicy({ ...byOwner, path, json: { policy_id } });
    keys.push(policyKey(organization_id, policy_id));
  }

  const get =
    (at: string, { headers }: typeof byOwner) =>
    async () => {
      const response = await fetch(`${credentials.base_url}/d/${document_id}${at}`, {
        headers: { ...headers, Accept: 'text/html' },
        redirect: 'manual',
      });
      expect(response.status, at).toBeLessThan(400);
    };
  const draw = (by: typeof byOwner) => async () =>
    expect((await call.generateDocumentEntryPage({ ...by, path })).status).toBe(200);
  const requests = {
    page: get('', byMember),
    'page by a share': get('', byGuest),
    'version page': get(`/versions/${version_id}`, byMember),
    'entry page': draw(byMember),
    'entry page by a share': draw(byGuest),
    preview: get('?as=reader', byOwner),
  };
  const counts = async () => {
    const counted: [string, number][] = [];
    for (const [name, request] of Object.entries(requests)) counted.push([name, await normalizedBy(request)]);
    return Object.fromEntries(counted);
  };
  const all = (count: number) => Object.fromEntries(Object.keys(requests).map((name) => [name, count]));

  expect(await counts()).toEqual(all(0));

  for (const key of keys) await table.set({ ...key }, 'normalized_readers', { revision: 0 });
  expect(await counts()).toEqual(all(policies * (addresses + domains)));
});
