import * as acts from '../../../shared/acts/createPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { createPolicy } from '../../../shared/contract/operations/policies.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { wrongField } from '../../../shared/http/errors.ts';
import { lockErrors } from '../../../shared/http/locking.ts';
import { post } from '../../../shared/http/post.ts';
import { lockingRefusal } from '../../../shared/http/powers.ts';
import { readableRules } from '../../../shared/http/rules.ts';
import { presentPolicy } from '../../../shared/present.ts';

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
    name_taken: (why) => wrongField('name', `cannot be taken: ${why}`, body.name),
  });
});
