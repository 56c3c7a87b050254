import { createPolicy } from '../../../shared/contract/operations/policies.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import * as policies from '../../../shared/data/policies.ts';
import { namingRefusal } from '../../../shared/data/policyNames.ts';
import { policyEvent } from '../../../shared/events/describe.ts';
import { commitChange, lookForAudience } from '../../../shared/events/outbox.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { wrongField } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { readableRules } from '../../../shared/http/rules.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = post(createPolicy, ({ principal, body, answer }) => {
  const organizationId = actingOrganization(principal);
  const rules = readableRules(body.rules);
  return retryOnConflict(async () => {
    const [{ names }, audience] = await Promise.all([
      policies.getPolicyAndNames(organizationId),
      lookForAudience(organizationId),
    ]);
    const policy = policies.newPolicy(organizationId, body.name, rules);
    const refusal = namingRefusal(names, policy);
    if (refusal) throw wrongField('name', `cannot be taken: ${refusal}`, body.name);

    return answer(presentPolicy(policy), (kept) =>
      commitChange({
        audience,
        events: [policyEvent('policy.created', policy, principal)],
        writes: [...policies.createPolicy(policy, names), ...kept],
      }),
    );
  });
});
