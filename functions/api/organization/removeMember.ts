import { actingOrganization } from '../../../shared/access/documents.ts';
import { forbidden, lastOwner, notFound } from '../../../shared/access/errors.ts';
import { actsWithPowers } from '../../../shared/access/powers.ts';
import { endAccountsAndKeys } from '../../../shared/acts/endAccountsAndKeys.ts';
import { accepted, isRefused } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/removeMember.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { removeMember } from '../../../shared/contract/operations/organization.ts';
import { isNothing } from '../../../shared/data/organizations/accountsAndKeys.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(removeMember, async ({ principal, path, query }) => {
  const isSelf = ulidOf(principal.user.id) === ulidOf(path.user_id);
  if (!isSelf && !principal.permissions.includes('organization#manage'))
    throw forbidden('To remove another member, you need the permission organization#manage.');
  const now = Date.now();
  const about = { userId: path.user_id, organizationId: actingOrganization(principal), by: principal, now };
  const outcome = await acts.removeMember({
    ...about,
    actsWithPowers: (organization) => actsWithPowers(principal, organization, now),
  });
  const isNoMember = isRefused(outcome) && outcome.refused === 'no_member';
  // Ends the service accounts and keys that the member made. This comes after the removal, because until then the member could make more of
  // them. If the person is no member any more, this is all that is left to do.
  if (query.end_made === 'true' && (isNoMember || !isRefused(outcome))) {
    const ended = await endAccountsAndKeys(about);
    if (isNoMember && !isNothing(ended)) return {};
  }
  const isLastOwner = () => lastOwner({ location: 'path.user_id', param: 'user_id', value: path.user_id });
  accepted(outcome, {
    no_member: () => notFound('member', 'user_id'),
    last_owner: isLastOwner,
    last_enabled_owner: isLastOwner,
  });
  return {};
});
