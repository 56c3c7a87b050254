import { endEntriesOfMember } from '../../shared/acts/groupEntries.ts';
import { removeMember } from '../../shared/acts/removeMember.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { storedMember } from '../support/people/people.ts';
import { acting, records, refuses } from './actTable.ts';

const ofMember = async () => {
  const { member, ...there } = await acting();
  return { ...there, userId: member.id, endEntries: endEntriesOfMember };
};
const ofOwner = async () => {
  const { owner, ...there } = await acting();
  return { ...there, userId: owner.id, endEntries: null };
};

records(removeMember, ofMember, { entries: ['member.removed'], events: ['member.removed'] });

refuses(removeMember, {
  no_member: async () => ({ ...(await ofMember()), userId: newId('user') }),
  last_owner: ofOwner,
  last_enabled_owner: async () => {
    const given = await ofOwner();
    await storedMember(given.organizationId, 'owner');
    return { ...given, hasOtherOwner: async () => false };
  },
});
