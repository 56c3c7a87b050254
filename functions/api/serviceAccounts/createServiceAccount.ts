import { actingOrganization, noManager, noOrganization } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import * as acts from '../../../shared/acts/createServiceAccount.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { serviceAccountsMax } from '../../../shared/contract/limits.ts';
import { createServiceAccount } from '../../../shared/contract/operations/serviceAccounts.ts';
import { post } from '../../../shared/http/post.ts';
import { presentServiceAccount } from '../../../shared/presentation/present.ts';

const tooMany = `cannot be given to another account: an organization has at most ${serviceAccountsMax} service accounts`;

export const handler = post(createServiceAccount, async ({ principal, body, answer }) => {
  const organizationId = actingOrganization(principal);
  const outcome = await acts.createServiceAccount(
    { organizationId, ...body, by: principal, now: Date.now() },
    (member, commit) => answer(presentServiceAccount(member), commit),
  );
  return accepted(outcome, {
    no_organization: noOrganization,
    no_manager: noManager,
    owner_is_program: () => wrongField('role', 'must be admin or member: owners are people', body.role),
    too_many: () => wrongField('name', tooMany, body.name),
  });
});
