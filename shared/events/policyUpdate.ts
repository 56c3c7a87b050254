import { listedInEventMax } from '../contract/limits.ts';
import type { LongList, PolicyUpdate } from '../contract/resources/policy.ts';
import type { PolicyItem } from '../data/policies/policies.ts';
import { presentPolicy } from '../presentation/present.ts';

const listRules = ['allowed_emails', 'allowed_email_domains'] as const;

/** Returns a changed policy as its event describes it. A long list is replaced by its length and some of the added and removed items. */
export function presentPolicyUpdate(before: PolicyItem, after: PolicyItem): PolicyUpdate {
  const { rules: earlier } = presentPolicy(before);
  const { rules, ...shown } = presentPolicy(after);
  const long_lists: NonNullable<PolicyUpdate['long_lists']> = {};
  for (const name of listRules) {
    const [old = [], current = []] = [earlier[name], rules[name]];
    if (old.length > listedInEventMax || current.length > listedInEventMax)
      long_lists[name] = describe(old, current);
    if (current.length > listedInEventMax) delete rules[name];
  }
  return { ...shown, rules, ...(Object.keys(long_lists).length > 0 && { long_lists }) };
}

const describe = (old: readonly string[], current: readonly string[]): LongList => ({
  length: current.length,
  added: firstWithout(current, old),
  removed: firstWithout(old, current),
});

function firstWithout(items: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return items.filter((item) => !known.has(item)).slice(0, listedInEventMax);
}
