import { withoutAnswer } from '../../shared/acts/answering.ts';
import { createServiceAccount } from '../../shared/acts/createServiceAccount.ts';
import { serviceAccountsMax } from '../../shared/contract/limits.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, actor, records, refuses, storedAccount } from './actTable.ts';

const create = (given: Parameters<typeof createServiceAccount>[0]) =>
  createServiceAccount(given, withoutAnswer);
const account = async () => ({ ...(await acting()), name: 'Importer', role: 'member' }) as const;

records(create, account, { entries: ['service_account.created'] });

refuses(create, {
  no_organization: async () => ({ ...(await account()), organizationId: newId('org') }),
  no_manager: async () => {
    const { member, ...given } = await account();
    return { ...given, by: actor(member) };
  },
  owner_is_program: async () => ({ ...(await account()), role: 'owner' as const }),
  too_many: async () => {
    const given = await account();
    for (let count = 0; count < serviceAccountsMax; count++) await storedAccount(given);
    return given;
  },
});
