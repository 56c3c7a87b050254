import { actingOrganization } from '../../../shared/access/documents.ts';
import { lastOwner, notFound } from '../../../shared/access/errors.ts';
import { actsWithPowers } from '../../../shared/access/powers.ts';
import { changeRole } from '../../../shared/acts/changeRole.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updateMemberRole } from '../../../shared/contract/operations/organization.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(updateMemberRole, async ({ principal, path, body: { role } }) => {
  const now = Date.now();
  const outcome = await changeRole({
    userId: path.user_id,
    organizationId: actingOrganization(principal),
    role,
    by: principal,
    now,
    actsWithPowers: (organization) => actsWithPowers(principal, organization, now),
  });
  const noSuchMember = () => notFound('member', 'user_id');
  const isLastOwner = () => lastOwner({ location: 'body.role', param: 'role', value: role });
  accepted(outcome, {
    no_member: noSuchMember,
    owner_is_program: noSuchMember,
    last_owner: isLastOwner,
    last_enabled_owner: isLastOwner,
  });
  return undefined;
});
