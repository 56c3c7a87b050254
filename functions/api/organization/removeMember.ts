import { removeMember } from '../../../shared/contract/operations/organization.ts';
import { isPerson } from '../../../shared/data/organizations.ts';
import { takeOut } from '../../../shared/events/leaving.ts';
import { actingOrganization, requireSelfOrManager } from '../../../shared/http/access.ts';
import { lastOwner, notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(removeMember, async ({ principal, path }) => {
  requireSelfOrManager(principal, path.user_id);
  const wasMember = await takeOut(
    path.user_id,
    actingOrganization(principal),
    principal,
    (member, { owner_count }) => {
      if (!isPerson(member)) throw notFound('member', 'user_id');
      if (member.role === 'owner' && owner_count === 1)
        throw lastOwner({ location: 'path.user_id', param: 'user_id', value: path.user_id });
    },
  );
  if (!wasMember) throw notFound('member', 'user_id');
  return {};
});
