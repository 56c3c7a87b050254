import { isDeepStrictEqual } from 'node:util';
import { updatePolicy } from '../../../shared/contract/operations/policies.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import {
  getPolicyAndNames,
  isArchived,
  replacePolicy,
  withArchived,
  withRules,
} from '../../../shared/data/policies.ts';
import { namingRefusal } from '../../../shared/data/policyNames.ts';
import { policyEvent } from '../../../shared/events/describe.ts';
import { commitChange, lookForAudience } from '../../../shared/events/outbox.ts';
import { actingOrganization, existingPolicy } from '../../../shared/http/access.ts';
import { wrongField } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { requireNotLoosened } from '../../../shared/http/retention.ts';
import { readableRules } from '../../../shared/http/rules.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = operation(updatePolicy, ({ principal, path, body, checkPreconditions }) => {
  const organizationId = actingOrganization(principal);
  const rules = body.rules && readableRules(body.rules);
  return retryOnConflict(async () => {
    const [{ policy: found, names }, audience] = await Promise.all([
      getPolicyAndNames(organizationId, path.policy_id),
      lookForAudience(organizationId),
    ]);
    const policy = existingPolicy(found);
    checkPreconditions(presentPolicy(policy));

    const { name = policy.name, archived = isArchived(policy) } = body;
    const renamed = { ...withArchived(policy, archived, Date.now()), name };
    const updated = rules ? withRules(renamed, rules) : renamed;
    if (isDeepStrictEqual(presentPolicy(updated), presentPolicy(policy))) return presentPolicy(policy);
    requireNotLoosened(policy, updated, principal, Date.now());
    // The name of one that is archived may be another's meanwhile.
    const refusal = archived ? undefined : namingRefusal(names, updated);
    if (refusal)
      throw body.name === undefined
        ? wrongField('archived', `cannot be false: ${refusal}`, archived)
        : wrongField('name', `cannot be taken: ${refusal}`, name);

    await commitChange({
      audience,
      events: [policyEvent('policy.updated', updated, principal)],
      writes: replacePolicy(updated, names),
    });
    return presentPolicy(updated);
  });
});
