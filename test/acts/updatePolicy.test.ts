import { updatePolicy } from '../../shared/acts/updatePolicy.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, lockedRules, locking, lockRefusals, records, refuses, storedPolicy } from './actTable.ts';

const policyWith = async (rules: Rules = {}) => {
  const there = await acting();
  const { id } = await storedPolicy({ ...there, rules });
  return { ...there, policyId: id, name: 'Renamed', locking, looseningRefusal: async () => undefined };
};
const locked = async () => ({ ...(await policyWith()), rules: lockedRules });

records(updatePolicy, policyWith, { entries: ['policy.updated'], events: ['policy.updated'] });

refuses(updatePolicy, {
  no_policy: async () => ({ ...(await policyWith()), policyId: newId('pol') }),
  loosened: async () => ({
    ...(await policyWith({ retain_until: '2999-01-01T00:00:00Z' })),
    rules: {},
    looseningRefusal: async () => 'You are no owner.',
  }),
  name_taken: async () => {
    const given = await policyWith();
    await storedPolicy({ ...given, name: 'Other' });
    return { ...given, name: 'Other' };
  },
  misconfirmed: async () => ({ ...(await policyWith()), locking: { ...locking, confirm: 'Public' } }),
  at_gate: 'tests of gates ask it',
  no_group: async () => ({ ...(await policyWith()), rules: { allowed_groups: [newId('grp')] } }),
  ...lockRefusals(locked),
});
