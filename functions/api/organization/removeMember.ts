import { actingOrganization } from '../../../shared/access/documents.ts';
import { forbidden, lastOwner, notFound } from '../../../shared/access/errors.ts';
import { actsWithPowers } from '../../../shared/access/powers.ts';
import { endEntriesOfMember } from '../../../shared/acts/groupEntries.ts';
import { lostOwnershipNotice } from '../../../shared/acts/lostOwnershipNotice.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/removeMember.ts';
import { removeMemberAndMade } from '../../../shared/acts/removeMemberAndMade.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { removeMember } from '../../../shared/contract/operations/organization.ts';
import { isNothing } from '../../../shared/data/organizations/accountsAndKeys.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(removeMember, async ({ principal, path, query }) => {
  const isSelf = ulidOf(principal.user.id) === ulidOf(path.user_id);
  if (!isSelf && !principal.permissions.includes('organization#manage'))
    throw forbidden('To remove another member, you need the permission organization#manage.');
  const now = Date.now();
  const removal = {
    userId: path.user_id,
    organizationId: actingOrganization(principal),
    by: principal,
    now,
    noticeOf: lostOwnershipNotice,
    endEntries: endEntriesOfMember,
    actsWithPowers: (organization: Parameters<typeof actsWithPowers>[1]) =>
      actsWithPowers(principal, organization, now),
  };
  const noMember = () => notFound('member', 'user_id');
  const isLastOwner = () => lastOwner({ location: 'path.user_id', param: 'user_id', value: path.user_id });
  const ofOwners = { last_owner: isLastOwner, last_enabled_owner: isLastOwner };
  if (query.end_made === 'true') {
    const outcome = await removeMemberAndMade({ ...removal, endsMade: async () => true });
    const { removed, ended } = accepted(outcome, ofOwners);
    if (!removed && isNothing(ended)) throw noMember();
  } else accepted(await acts.removeMember(removal), { no_member: noMember, ...ofOwners });
  return {};
});
