import { actingOrganization } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { lockErrors } from '../../../shared/access/locking.ts';
import { lockingRefusal } from '../../../shared/access/powers.ts';
import { noGroupOf, readableRules } from '../../../shared/access/rules.ts';
import * as acts from '../../../shared/acts/createPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { createPolicy } from '../../../shared/contract/operations/policies.ts';
import { post } from '../../../shared/http/post.ts';
import { presentPolicy } from '../../../shared/presentation/present.ts';

export const handler = post(createPolicy, async ({ principal, body, answer }) => {
  const organizationId = actingOrganization(principal);
  const outcome = await acts.createPolicy(
    {
      organizationId,
      name: body.name,
      rules: readableRules(body.rules),
      by: principal,
      locking: { refusal: () => lockingRefusal(principal, Date.now()), confirm: body.confirm },
    },
    (policy, commit) => answer(presentPolicy(policy), commit),
  );
  return accepted(outcome, {
    ...lockErrors(body),
    no_group: noGroupOf(body.rules),
    name_taken: (why) => wrongField('name', `cannot be taken: ${why}`, body.name, 'name_taken'),
  });
});
