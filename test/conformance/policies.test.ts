import { describe, expect, onTestFinished } from 'vitest';
import { rulesMaxBytes } from '../../shared/contract/limits.ts';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem, type WrongField } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';
import { addPolicy, attach, change, policiesOf, withoutPolicyChange } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const create = (json: unknown, headers: NonNullable<CallRequest['headers']>) =>
  call.createPolicy({ as: 'staff', headers, json });

test('a policy is made by an admin, and read by a member', async () => {
  const name = uniqueTitle('Retention');
  const before = Date.now();

  const { status, headers, body } = await call.createPolicy({ as: 'admin', json: { name } });
  onTestFinished(async () => void (await change(body.id, { archived: true })));

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^pol_[0-9a-hjkmnp-tv-z]{26}$/),
    name,
    created_at: expect.any(String),
    archived: false,
    rules: {},
  });
  expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/policies/${body.id}$`));
  const read = await call.getPolicy({ as: 'member', path: { policy_id: body.id } });
  expect(read.body).toEqual(body);
  expect(read.headers.get('etag')).toBe(headers.get('etag'));
});

describe('a name', () => {
  test('belongs to one policy of an organization, in composed and decomposed letters', async ({
    organization: { headers },
  }) => {
    await create({ name: 'Cafe\u0301' }, headers);

    for (const name of ['Cafe\u0301', 'Caf\u00e9'])
      expect(
        await withoutPolicyChange(headers, () => create({ name }, headers)),
        JSON.stringify(name),
      ).toMatchObject(problem(422, ['body.name', name]));
    expect((await create({ name: 'CAFE\u0301' }, headers)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Wanted' }, headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(5).fill(422)]);
    expect(await policiesOf(headers)).toHaveLength(3);
  });

  test('becomes free when its policy is archived or renamed', async ({ organization: { headers } }) => {
    const more = { as: 'staff', headers } as const;
    const [archived, renamed] = [
      (await create({ name: 'First' }, headers)).body,
      (await create({ name: 'Second' }, headers)).body,
    ];
    await change(archived.id, { archived: true }, more);
    await change(renamed.id, { name: 'Third' }, more);

    for (const name of ['First', 'Second']) expect((await create({ name }, headers)).status).toBe(201);
    expect(await create({ name: 'Third' }, headers)).toMatchObject(problem(422, ['body.name', 'Third']));
  });
});

test('policies are listed newest first, in pages, without those that are archived or only these', async ({
  organization: { headers },
}) => {
  const as = { as: 'staff', headers } as const;
  const list = (query: Record<string, string>) => call.listPolicies({ ...as, query });
  const ids = async (query: Record<string, string>) =>
    idsOf((await walk(list, { limit: '2', ...query })).flatMap(({ items }) => items));
  const made: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) made.unshift((await addPolicy(name, as)).id);
  const archived = [made[1] ?? '', made[3] ?? ''];
  for (const id of archived) await change(id, { archived: true }, as);

  const kept = made.filter((id) => !archived.includes(id));
  for (const query of [{}, { archived: 'false' }]) expect(await ids(query)).toEqual(kept);
  await eventually(
    () => ids({ archived: 'true' }),
    ({ length }) => length === 2,
  );
  expect(await ids({ archived: 'true' })).toEqual(archived);
  const cursor = (await list({ limit: '1' })).body.pagination.next_cursor;
  expect(await list({ cursor, archived: 'true' })).toMatchObject(problem(400));
  expect(await call.listPolicies({ query: { cursor } })).toMatchObject(problem(400));
  await change(archived[0] ?? '', { archived: false }, as);
  expect(await ids({})).toEqual([made[0], made[1], made[2], made[4]]);
  const wrong = await list({ archived: 'yes' });
  expect(wrong).toMatchObject(problem(400));
  expect(wrong.problem?.detail).toContain('archived');
});

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

test('rules are replaced as a whole, and stay if a change does not name them', async () => {
  const policy = await addPolicy(undefined, {}, { watermark: true, expires_after_days: 30 });

  const replaced = await change(policy.id, { rules: { view_only: true } });
  const archived = await change(policy.id, { archived: true });
  const emptied = await change(policy.id, { rules: {} });

  expect(replaced.body).toEqual({ ...policy, rules: { view_only: true } });
  expect(replaced.headers.get('etag')).not.toBe(archived.headers.get('etag'));
  expect(archived.body).toEqual({ ...replaced.body, archived: true });
  expect(emptied.body).toEqual({ ...archived.body, rules: {} });
});

const of = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i));
const emails = of(501, (index) => `reader${index}@example.com`);
const domains = of(501, (index) => `company${index}.example`);

/** Rules with the longest lists, and a text that fills them up to the limit of bytes. */
function largestRules() {
  const rules = { allowed_emails: emails.slice(1), allowed_email_domains: domains.slice(1) };
  const room = rulesMaxBytes - Buffer.byteLength(JSON.stringify({ ...rules, acknowledgement: '' }));
  return { ...rules, acknowledgement: '🗂'.repeat(Math.floor(room / 4)) + 'x'.repeat(room % 4) };
}

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('rules of more than 50,000 bytes are refused, of a new policy too', async () => {
  const policy = await addPolicy(undefined, {}, { watermark: true });
  const largest = largestRules();
  const rules = { ...largest, acknowledgement: `${largest.acknowledgement}x` };

  const answers = [
    await change(policy.id, { rules, name: 'Other' }),
    await call.createPolicy({ json: { name: 'Too large', rules } }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(problem(422, ['body.rules', null]));
  expect((await call.getPolicy({ path: { policy_id: policy.id } })).body).toEqual(policy);
});

test.for<{ what: string; rules: object; wrong: WrongField[] }>([
  {
    what: 'no address',
    rules: { allowed_emails: ['a@b.example', 'ada'] },
    wrong: [['allowed_emails.1', 'ada']],
  },
  {
    what: 'a wildcard for domains',
    rules: { allowed_email_domains: ['example.com', '*.example.com'] },
    wrong: [['allowed_email_domains.1', '*.example.com']],
  },
])('$what is refused, and nothing changes', async ({ rules, wrong }) => {
  const policy = await addPolicy(undefined, {}, { watermark: true });

  const answer = await change(policy.id, { rules, name: 'Other' });

  const named = wrong.map(([field, value]): WrongField => [`body.rules.${field}`, value]);
  expect(answer).toMatchObject(problem(422, ...named));
  expect((await call.getPolicy({ path: { policy_id: policy.id } })).body).toEqual(policy);
});
