import { actingOrganization, noSuchGroup } from '../../../shared/access/documents.ts';
import { invalidRequest, wrongField } from '../../../shared/access/errors.ts';
import { addGroupEntry } from '../../../shared/acts/groupEntries.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { groupEntriesMax, groupsOfSubjectMax } from '../../../shared/contract/limits.ts';
import type { BodyOf } from '../../../shared/contract/operation.ts';
import { createGroupEntry } from '../../../shared/contract/operations/groups.ts';
import type { GroupSubject } from '../../../shared/data/groups/groupsOf.ts';
import { post } from '../../../shared/http/post.ts';
import { presentGroupEntry } from '../../../shared/presentation/groups.ts';
import { newDomain, newEmail } from '../../../shared/text/newAddress.ts';

export const handler = post(createGroupEntry, async ({ principal, path, body, answer }) => {
  const outcome = await addGroupEntry(
    {
      organizationId: actingOrganization(principal),
      groupId: path.group_id,
      subject: subjectIn(body),
      by: principal,
    },
    ({ entry, isExisting }, commit) => answer(presentGroupEntry(entry), commit, isExisting),
  );
  const [[field = '', value] = []] = Object.entries(body);
  return accepted(outcome, {
    no_group: noSuchGroup,
    no_member: () => wrongField('user_id', 'must be a member of your organization', body.user_id),
    too_many_entries: tooManyEntries,
    too_many_groups: () =>
      wrongField(field, `stands in ${groupsOfSubjectMax} groups already, which is the most`, value),
  });
});

/** Returns whom a body names. Throws 422 for an address or a domain that nobody can have. */
function subjectIn({ user_id, email, domain }: BodyOf<typeof createGroupEntry>): GroupSubject {
  if (user_id !== undefined) return { user_id };
  if (email !== undefined) {
    const address = newEmail(email);
    if (address === undefined) throw wrongField('email', 'must be an e-mail address', email);
    return { email: address };
  }
  const name = newDomain(domain ?? '');
  if (name === undefined) throw wrongField('domain', 'must be a domain, such as example.com', domain);
  return { domain: name };
}

const tooManyEntries = () =>
  invalidRequest({
    code: 'invalid_value',
    location: 'body',
    param: null,
    message: `A group has at most ${groupEntriesMax} entries.`,
    unprocessable: true,
  });
