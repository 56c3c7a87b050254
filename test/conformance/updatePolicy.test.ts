import { describe, expect } from 'vitest';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { addPolicy, attach, change, policiesOf } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const read = async (policy_id: string) => (await call.getPolicy({ path: { policy_id } })).body;
const attachedTo = async (document_id: string) =>
  (await call.listDocumentPolicies({ path: { document_id } })).body.items;

/** Returns the path of a document's entry page. The path changes when the content of the page changes. */
async function entryPageOf(document_id: string): Promise<string> {
  const { body } = await call.generateDocumentEntryPage({ path: { document_id } });
  return new URL(body.download_url).pathname;
}

describe('another name', () => {
  test('is shown on all documents with the policy, and makes a new entry page', async ({
    uploaded: document,
  }) => {
    const policy = await addPolicy();
    const { body: before } = await attach(document.id, policy.id);
    const drawn = await entryPageOf(document.id);
    const name = uniqueTitle('Renamed');

    const { status, body } = await change(policy.id, { name }, { as: 'admin' });

    expect({ status, body }).toEqual({ status: 200, body: { ...policy, name } });
    expect(await read(policy.id)).toEqual(body);
    for (const json of [{}, { archived: false }]) expect((await change(policy.id, json)).body).toEqual(body);
    const expected = { ...before, policy: { ...before.policy, name } };
    expect(await attachedTo(document.id)).toEqual([expected]);
    expect((await attach(document.id, policy.id, 'admin')).body).toEqual(expected);
    // The list can lag behind attachments. But the entries that it has show the current name.
    const listed = await eventually(
      async () => (await call.listPolicyDocuments({ path: { policy_id: policy.id } })).body.items,
      (items) => items.length > 0,
    );
    expect(listed).toEqual([expected]);
    expect(await entryPageOf(document.id)).not.toBe(drawn);
    await change(policy.id, { name: policy.name });
    expect(await entryPageOf(document.id)).toBe(drawn);
  });

  test('belongs to one policy, also if many are renamed at the same moment', async ({
    organization: { headers },
  }) => {
    const as = 'staff';
    const policies = await Promise.all(
      Array.from({ length: 4 }, () => addPolicy(uniqueTitle('One'), { as, headers })),
    );

    const answers = await Promise.all(
      policies.map(({ id }) => change(id, { name: 'The one' }, { as, headers })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(3).fill(422)]);
    expect((await policiesOf(headers)).filter(({ name }) => name === 'The one')).toHaveLength(1);
  });
});

describe('an archived policy', () => {
  test('stays attached, and cannot be attached again', async ({ uploaded: { id } }) => {
    const policy = await addPolicy();
    const { body: attachment } = await attach(id, policy.id);

    const { body } = await change(policy.id, { archived: true }, { as: 'admin' });

    expect(body).toEqual({ ...policy, archived: true });
    expect(await attachedTo(id)).toEqual([attachment]);
    expect((await attach(id, policy.id)).body).toEqual(attachment);
    const theirs = await upload({ as: 'outsider' });
    expect(await attach(theirs.id, policy.id, 'outsider')).toMatchObject(
      refused('resource_not_found', 'policy_id'),
    );
    const path = { document_id: id, policy_id: policy.id };
    expect((await call.detachDocumentPolicy({ path })).status).toBe(200);
    expect(await attach(id, policy.id)).toMatchObject(refused('invalid_value', 'policy_id'));
    expect(await attachedTo(id)).toEqual([]);
  });

  test('frees its name, and needs another one for reactivation when the name was taken', async () => {
    const policy = await addPolicy();
    await change(policy.id, { archived: true });
    const other = await addPolicy(policy.name);
    const name = uniqueTitle('Free');

    const refusedAsItIs = await change(policy.id, { archived: false });
    const refusedByName = await change(policy.id, { archived: false, name: other.name });
    expect(await read(policy.id)).toEqual({ ...policy, archived: true });
    const { body } = await change(policy.id, { archived: false, name });

    expect(refusedAsItIs).toMatchObject(problem(422, ['body.archived', false]));
    expect(refusedByName).toMatchObject(problem(422, ['body.name', other.name]));
    expect(body).toEqual({ ...policy, name });
  });
});

// Threat: A long list of addresses makes an event too large
test('the event of a change has the length of long lists, and 20 added and removed items', async ({
  organization: { headers },
}) => {
  const emails = (from: number) => Array.from({ length: 400 }, (_, index) => `r${from + index}@example.com`);
  const more = { as: 'staff' as const, headers };
  const policy = await addPolicy('Readers', more, { allowed_emails: emails(0), watermark: true });

  const { body } = await change(policy.id, { rules: { allowed_emails: emails(100), watermark: true } }, more);

  expect(body.rules).toEqual({ allowed_emails: emails(100), watermark: true });
  const query = { type: 'policy.updated' };
  const [event] = await eventually(
    async () => (await call.listEvents({ ...more, query })).body.items,
    (items) => items.length === 1,
  );
  expect(event?.data).toEqual({
    ...policy,
    rules: { watermark: true },
    long_lists: {
      allowed_emails: { length: 400, added: emails(400).slice(0, 20), removed: emails(0).slice(0, 20) },
    },
  });
});
