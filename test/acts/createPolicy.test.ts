import { withoutAnswer } from '../../shared/acts/answering.ts';
import { createPolicy } from '../../shared/acts/createPolicy.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, lockedRules, locking, lockRefusals, records, refuses } from './actTable.ts';

const create = (given: Parameters<typeof createPolicy>[0]) => createPolicy(given, withoutAnswer);
const policy = async () => ({ ...(await acting()), name: 'Confidential', locking });
const locked = async () => ({ ...(await policy()), rules: lockedRules });

records(create, policy, { entries: ['policy.created'], events: ['policy.created'] });

refuses(create, {
  name_taken: async () => {
    const given = await policy();
    await create(given);
    return given;
  },
  misconfirmed: async () => ({ ...(await locked()), locking: { ...locking, confirm: 'Public' } }),
  no_group: async () => ({ ...(await policy()), rules: { allowed_groups: [newId('grp')] } }),
  ...lockRefusals(locked),
});
