import { describe } from 'vitest';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { type Added, addGroupEntry, deleteGroupEntry } from '../../shared/acts/groupEntries.ts';
import { groupEntriesMax, groupsOfSubjectMax } from '../../shared/contract/limits.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, records, refuses, storedGroup } from './actTable.ts';

const add = (given: Parameters<typeof addGroupEntry>[0]) => addGroupEntry(given, withoutAnswer);
const entry = async () => {
  const there = await acting();
  const group = await storedGroup(there.organizationId);
  return { ...there, groupId: group.id, subject: { email: 'guest@guests.example' } };
};

records(add, entry, { entries: ['group.entry_added'] });

refuses(add, {
  no_group: async () => ({ ...(await entry()), groupId: newId('grp') }),
  no_member: async () => ({ ...(await entry()), subject: { user_id: newId('user') } }),
  too_many_entries: async () => {
    const { organizationId, ...given } = await entry();
    const group = await storedGroup(organizationId, groupEntriesMax);
    return { ...given, organizationId, groupId: group.id };
  },
  too_many_groups: async () => {
    const given = await entry();
    for (let count = 0; count < groupsOfSubjectMax; count++) {
      const group = await storedGroup(given.organizationId);
      await add({ ...given, groupId: group.id });
    }
    return given;
  },
});

describe('removing an entry', () => {
  const added = async () => {
    const given = await entry();
    const { entry: present } = (await add(given)) as Added;
    return { ...given, entryId: present.id };
  };

  records(deleteGroupEntry, added, { entries: ['group.entry_removed'] });

  refuses(deleteGroupEntry, {
    no_group: async () => ({ ...(await added()), groupId: newId('grp') }),
    no_entry: async () => ({ ...(await added()), entryId: newId('gre') }),
  });
});
