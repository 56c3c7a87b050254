import { expect, test } from 'vitest';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, catchUp, credentials, table } = await sharedStage();

test('times that an earlier release stored are answered in UTC to the millisecond', async () => {
  const { organization_id } = credentials;
  const form = uploadForm({ title: 'Timely' }, await makeSmallPdf());
  const document_id = (await call.createDocument({ form })).body.id;
  const path = { document_id };
  const stored = {
    '2099-01-01T01:00:00.1234567+01:00': '2099-01-01T00:00:00.123Z',
    '9999-12-31T23:59:59-00:01': '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00+00:01': '0001-01-01T00:00:00.000Z',
  };
  const { id: policy_id } = (await call.createPolicy({ json: { name: 'Old' } })).body;
  const json = { email: 'old@example.org', expires_at: '9999-12-31T23:59:59.9999999999+01:00' };
  const { body: made } = await call.createDocumentShare({ path, json });
  expect(made.expires_at).toBe('9999-12-31T22:59:59.999Z');
  for (const [text, answered] of Object.entries(stored)) {
    const rules = { expires_at: text, retain_until: text };
    await table.set(
      { ...policyKey(organization_id as `org_${string}`, policy_id as `pol_${string}`) },
      'rules',
      rules,
    );
    await table.set({ ...sharedWithKey(document_id, made.email) }, 'expires_at', text);

    const now = (await call.getPolicy({ path: { policy_id } })).body;
    expect(now.rules).toEqual({ expires_at: answered, retain_until: answered });
    const one = (await call.getDocumentShare({ path: { ...path, share_id: made.id } })).body;
    expect(one.expires_at).toBe(answered);

    const items = await table.everything(({ pk, sk }) => sk === 'EVENT' || pk.startsWith('ACTIVITY#'));
    for (const item of items) {
      const { details, body } = item;
      if (Object(details).share_id === made.id)
        await table.set(item, 'details', { ...Object(details), expires_at: text });
      if (String(body).includes(`"id":"${made.id}"`)) {
        const { data, ...event } = JSON.parse(String(body));
        await table.set(item, 'body', JSON.stringify({ ...event, data: { ...data, expires_at: text } }));
      }
    }
    await catchUp();
    const [entry] = (await call.listDocumentActivity({ path })).body.items;
    expect(entry?.details).toMatchObject({ share_id: made.id, expires_at: answered });
    const [event] = (await call.listEvents({ query: { type: 'document.shared' } })).body.items;
    expect(event?.data).toMatchObject({ id: made.id, expires_at: answered });
  }
});
