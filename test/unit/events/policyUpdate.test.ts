import { describe, expect, test } from 'vitest';
import { rulesMaxBytes } from '../../../shared/contract/limits.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { newPolicy } from '../../../shared/data/policies/policies.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { presentPolicyUpdate } from '../../../shared/events/policyUpdate.ts';

const policy = newPolicy(newId('org'), 'Readers');
const update = (before: Rules, after: Rules) =>
  presentPolicyUpdate({ ...policy, rules: before }, { ...policy, rules: after });
const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `reader${from + index}@example.com`);

describe('a changed policy', () => {
  test('is described with its lists if they are short', () => {
    const rules = { allowed_emails: addresses(20), watermark: true };

    expect(update({}, rules)).toMatchObject({ id: policy.id, rules });
    expect(update({}, rules)).not.toHaveProperty('long_lists');
  });

  test.for<[string, Rules, Rules, Rules, object]>([
    [
      'a list that gets long',
      { allowed_emails: addresses(2) },
      { allowed_emails: addresses(500), view_only: true },
      { view_only: true },
      { allowed_emails: { length: 500, added: addresses(20, 2), removed: [] } },
    ],
    [
      'a list that goes',
      { allowed_emails: addresses(21) },
      {},
      {},
      { allowed_emails: { length: 0, added: [], removed: addresses(20) } },
    ],
    [
      'a list that is as it was',
      { allowed_emails: addresses(21) },
      { allowed_emails: addresses(21), watermark: true },
      { watermark: true },
      { allowed_emails: { length: 21, added: [], removed: [] } },
    ],
  ])('is described with the length of %s, and 20 items', ([_, before, after, rules, long_lists]) => {
    expect(update(before, after)).toMatchObject({ rules, long_lists });
    expect(update(before, after).rules).toEqual(rules);
  });

  // Threat: A long list of addresses makes an event too large
  test('is never described with more than its text and 80 addresses', () => {
    const longest = Array.from({ length: 500 }, (_, index) => `${index}@${'x'.repeat(80)}`);
    const before = { allowed_emails: longest };
    const after = { allowed_email_domains: longest, acknowledgement: 'x'.repeat(200) };

    expect(JSON.stringify(update(before, after)).length).toBeLessThan(rulesMaxBytes / 10);
  });
});
