import { expect, test } from 'vitest';
import { rulesMaxBytes } from '../../shared/contract/limits.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { call } from '../support/documents.ts';
import { problem, type WrongField } from '../support/organizations.ts';
import { addPolicy, change, policiesOf } from '../support/policies.ts';
import { newOrganization } from '../support/webhooks.ts';

const everything: Rules = {
  require_sign_in: true,
  allowed_email_domains: ['example.com', 'b\u00fccher.example'],
  allowed_emails: ['Ada@Example.org'],
  acknowledgement: 'Read.\n読む',
  expires_at: '2036-01-31T08:30:00.000Z',
  watermark: true,
  view_only: false,
  retain_for_days: 3650,
  legal_hold: true,
  locked: false,
};

test('rules are kept as they were sent, and shown in every answer with the policy', async () => {
  const policy = await addPolicy(undefined, {}, everything);

  expect(policy.rules).toEqual(everything);
  expect((await call.getPolicy({ as: 'member', path: { policy_id: policy.id } })).body).toEqual(policy);
  const listed = await call.listPolicies({});
  expect(listed.body.items).toContainEqual(policy);
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

test('pages of a list of the largest policies are small enough for an answer', async () => {
  const { headers } = await newOrganization();
  const address = (index: number) => `${'a'.repeat(60)}${index}@${'b'.repeat(20)}.example`;
  const rules = { allowed_emails: of(500, address) };
  const ids: string[] = [];
  for (const name of of(55, (index) => `Large ${index}`))
    ids.push((await addPolicy(name, { as: 'staff', headers }, rules)).id);

  expect((await policiesOf(headers)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test.for<{ what: string; rules: object; wrong: WrongField[] }>([
  {
    what: 'no address',
    rules: { allowed_emails: ['a@b.example', 'ada'] },
    wrong: [['allowed_emails.1', 'ada']],
  },
  {
    what: 'an address with two dots',
    rules: { allowed_emails: ['a..b@example.com'] },
    wrong: [['allowed_emails.0', 'a..b@example.com']],
  },
  {
    what: 'a wildcard for domains',
    rules: { allowed_email_domains: ['example.com', '*.example.com'] },
    wrong: [['allowed_email_domains.1', '*.example.com']],
  },
  {
    what: 'an address for a domain',
    rules: { allowed_email_domains: ['@example.com'] },
    wrong: [['allowed_email_domains.0', '@example.com']],
  },
])('$what is refused, and nothing changes', async ({ rules, wrong }) => {
  const policy = await addPolicy(undefined, {}, { watermark: true });

  const answer = await change(policy.id, { rules, name: 'Other' });

  const named = wrong.map(([field, value]): WrongField => [`body.rules.${field}`, value]);
  expect(answer).toMatchObject(problem(422, ...named));
  expect((await call.getPolicy({ path: { policy_id: policy.id } })).body).toEqual(policy);
});
