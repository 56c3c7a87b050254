import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/updatePolicy.ts';
import { updatePolicy } from '../../../shared/contract/operations/policies.ts';
import { actingOrganization, noSuchPolicy } from '../../../shared/http/access.ts';
import { forbidden, wrongField } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { readableRules } from '../../../shared/http/rules.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = operation(updatePolicy, async ({ principal, path, body, checkPreconditions }) => {
  const outcome = await acts.updatePolicy({
    ...body,
    rules: body.rules && readableRules(body.rules),
    organizationId: actingOrganization(principal),
    policyId: path.policy_id,
    by: principal,
    now: Date.now(),
    isOwner: principal.role === 'owner',
    guard: (policy) => checkPreconditions(presentPolicy(policy)),
  });
  const policy = accepted(outcome, {
    no_policy: noSuchPolicy,
    loosened: forbidden,
    name_taken: (why) =>
      body.name === undefined
        ? wrongField('archived', `cannot be false: ${why}`, false)
        : wrongField('name', `cannot be taken: ${why}`, body.name),
  });
  return presentPolicy(policy);
});
