import { groupEntryId, groupId } from '../identifiers.ts';
import { groupEntriesMax, groupsMax, groupsOfSubjectMax } from '../limits.ts';
import type * as contracts from '../operations/groups.ts';
import { type GroupEntry, group, groupEntry } from '../resources/group.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('Group', group, {
  description: 'A named set of people of an organization, whom rules of policies can allow to read.',
  fields: {
    id: 'The group.',
    org_id: 'Its organization.',
    name: 'Its name. No two groups of an organization have the same name.',
    description: 'What it is for.',
    entry_count: 'The number of its entries.',
    created_at: 'When it was made.',
  },
});
named('GroupEntry', groupEntry, {
  description: 'An entry of a group: a member, an address or a domain. The two other fields are null.',
  fields: {
    id: 'The entry.',
    user_id: 'A member. The entry ends when they leave the organization.',
    email: 'The person who has proven this e-mail address in the last 90 days.',
    domain:
      'All people who have proven an address of this domain in the last 90 days. A domain does not stand for those below it.',
    created_at: 'When it was added.',
  },
});
namedId('GroupId', groupId, 'a group', 'grp_01km2a7c9x4e6g8j0n3q5s7v1w');
namedId('GroupEntryId', groupEntryId, 'an entry of a group', 'gre_01km2ae8q7m9p1s3v5x7z9b2d4');

const created = eventExamples['group.created'].data;
const entry: GroupEntry = {
  id: 'gre_01km2ae8q7m9p1s3v5x7z9b2d4',
  user_id: null,
  email: 'ines.rocha@example.org',
  domain: null,
  created_at: '2026-03-19T05:52:35.559Z',
};

const taken = 'in any spelling that searches for titles do not tell apart';

export const words: WordsOf<typeof contracts> = {
  listGroups: {
    description: 'For every member.',
    success: 'A page of groups.',
    ...listPageOf('GroupPage', 'A page of the groups of an organization, newest first.', 'The groups.', [
      created,
    ]),
  },
  createGroup: {
    description: `For owners and admins. An organization has at most ${groupsMax} groups, each with a different name, ${taken} (422).`,
    requestBody: {
      description: 'The group to add.',
      fields: { name: `Its name. ${ofOneLine}`, description: 'What it is for.' },
    },
    request: { name: created.name },
    success: 'The group.',
    response: created,
  },
  getGroup: { description: 'For every member.', success: 'The group.', response: created },
  updateGroup: {
    description: `For owners and admins. No other group may have the name, ${taken} (422).`,
    requestBody: {
      description: 'The changes of a group.',
      fields: { name: `Its new name. ${ofOneLine}`, description: 'Its new description; null removes it.' },
    },
    request: { description: 'Second round, until June.' },
    success: 'The group as it is now.',
    response: { ...created, description: 'Second round, until June.' },
  },
  deleteGroup: {
    description:
      'For owners and admins. From then on, rules that name the group match nobody by it. They keep its id, and people who edit them ' +
      'see that the group is gone.',
    success: 'An empty object: the group is deleted.',
    ...emptyObject('GroupDeleted'),
  },
  listGroupEntries: {
    description: 'For owners and admins.',
    success: 'A page of entries.',
    ...listPageOf('GroupEntryPage', 'A page of the entries of a group, newest first.', 'The entries.', [
      entry,
    ]),
  },
  createGroupEntry: {
    description:
      'For owners and admins. Send exactly one of the three fields. If the group has such an entry already, the answer is 200 with ' +
      `it. A group has at most ${groupEntriesMax} entries, and a member, address or domain stands in at most ${groupsOfSubjectMax} ` +
      'groups (422).',
    requestBody: {
      description: 'Names a member, an address or a domain.',
      fields: {
        user_id: 'A member of the organization.',
        email: 'An e-mail address. It is kept in lower case.',
        domain: 'A domain, such as `example.com`. It is kept in lower case.',
      },
    },
    request: { email: 'ines.rocha@example.org' },
    success: 'The entry.',
    existing: 'The entry, which was in the group before.',
    response: entry,
  },
  deleteGroupEntry: {
    description:
      'For owners and admins. From the next request on, the people do not belong to the group by this entry.',
    success: 'An empty object: the entry is removed.',
    ...emptyObject('GroupEntryDeleted'),
  },
};
