import { expect, test } from 'vitest';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, credentials, invoke, recorder, takeMessages } = await sharedWatchedStage(['dynamodb'], {
  remembersMarks: true,
});

/** Makes a public document with a policy. */
async function governed(rules: object) {
  const form = uploadForm({ title: 'Read', access_level: 'public' }, await makeSmallPdf());
  const { id: document_id } = (await call.createDocument({ form })).body;
  for (const body of await takeMessages('processing'))
    await invoke('processVersion', { Records: [{ body }] });
  const policy = (await call.createPolicy({ json: { name: crypto.randomUUID(), rules } })).body;
  await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id: policy.id } });
  return { policy, at: `${credentials.base_url}/d/${document_id}` };
}

async function open(at: string, headers: Record<string, string>) {
  const response = await fetch(at, { headers: { ...headers, Accept: 'text/html' }, redirect: 'manual' });
  await response.text();
  return response.status;
}

/** Returns the status of a view, and how many requests it sends to the table. */
async function requestsOf(at: string, headers: Record<string, string>) {
  await open(at, headers);
  recorder.take();
  const status = await open(at, headers);
  const calls = recorder.take().flatMap((request) => request.calls);
  return { status, requests: calls.length };
}

test('groups cost a view one or two requests to the table, and nothing if no policy names them', async () => {
  const group_id = (await call.createGroup({ json: { name: 'Bidders' } })).body.id;
  const reader = await storedPerson({ proven_at: new Date().toISOString() });
  const { headers } = await storedApiKey(reader);
  await call.createGroupEntry({ path: { group_id }, json: { email: reader.email } });
  const byAddress = await governed({ allowed_emails: [reader.email] });
  const byGroup = await governed({ allowed_groups: [group_id] });
  const other = (await call.createGroup({ json: { name: 'Lawyers' } })).body.id;

  const plain = await requestsOf(byAddress.at, headers);
  const inGroup = await requestsOf(byGroup.at, headers);
  const rules = { allowed_groups: [other], allowed_emails: [reader.email] };
  await call.updatePolicy({ path: { policy_id: byGroup.policy.id }, json: { rules } });
  const inNoGroup = await requestsOf(byGroup.at, headers);

  expect([plain.status, inGroup.status, inNoGroup.status]).toEqual([200, 200, 200]);
  expect(inGroup.requests - plain.requests).toBe(2);
  expect(inNoGroup.requests - plain.requests).toBe(1);
});
