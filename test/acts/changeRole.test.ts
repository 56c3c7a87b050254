import { changeRole } from '../../shared/acts/changeRole.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { storedMember } from '../support/people/people.ts';
import { acting, records, refuses, storedAccount } from './actTable.ts';

const toAdmin = async () => {
  const { organizationId, member, by, now } = await acting();
  return { organizationId, userId: member.id, role: 'admin', by, now } as const;
};
const ofOwner = async () => {
  const { owner, ...there } = await acting();
  return { ...there, userId: owner.id, role: 'admin' } as const;
};

records(changeRole, toAdmin, { entries: ['member.role_updated'], events: ['member.role_updated'] });

refuses(changeRole, {
  no_member: async () => ({ ...(await toAdmin()), userId: newId('user') }),
  owner_is_program: async () => {
    const there = await acting();
    const { user_id } = await storedAccount(there);
    return { ...there, userId: user_id, role: 'owner' as const };
  },
  last_owner: ofOwner,
  last_enabled_owner: async () => {
    const given = await ofOwner();
    await storedMember(given.organizationId, 'owner');
    return { ...given, hasOtherOwner: async () => false };
  },
});
