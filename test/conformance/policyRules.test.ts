import { expect, test } from 'vitest';
import { rulesMaxBytes } from '../../shared/contract/limits.ts';
import { call } from '../support/documents.ts';
import { problem, type WrongField } from '../support/organizations.ts';
import { addPolicy, change } from '../support/policies.ts';

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
