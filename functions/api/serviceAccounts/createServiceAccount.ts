import { serviceAccountsMax } from '../../../shared/contract/limits.ts';
import { createServiceAccount } from '../../../shared/contract/operations/serviceAccounts.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getOrganizationAndMember } from '../../../shared/data/organizations.ts';
import { addingServiceAccount, countOneMore } from '../../../shared/data/serviceAccounts.ts';
import { actOf } from '../../../shared/events/acts.ts';
import {
  actingOrganization,
  existingOrganization,
  requireStillManager,
} from '../../../shared/http/access.ts';
import { wrongField } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { presentServiceAccount } from '../../../shared/present.ts';

export const handler = post(createServiceAccount, async ({ principal, body, answer }) => {
  const organizationId = actingOrganization(principal);
  return retryOnConflict(async () => {
    const found = await getOrganizationAndMember(organizationId, principal.user.id);
    const organization = existingOrganization(found.organization);
    requireStillManager(principal, found.member);
    const { account, member, writes } = addingServiceAccount(body.name, organization, body.role, Date.now());
    const counting = await countOneMore(organizationId, account.id);
    if (!counting)
      throw wrongField(
        'name',
        `cannot be that of another: an organization has at most ${serviceAccountsMax} service accounts`,
        body.name,
      );
    return answer(presentServiceAccount(member), (kept) =>
      commitWithActs(
        [
          actOf('service_account.created', organizationId, principal, {
            service_account_id: account.id,
            role: body.role,
          }),
        ],
        [...writes, counting, ...kept],
      ),
    );
  });
});
