import type { GroupId, OrganizationId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import * as policies from '../data/policies/policies.ts';
import { namingRefusal } from '../data/policies/policyNames.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { loadAudience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { newPolicyRecord } from '../events/records/policies.ts';
import type { By } from '../events/records/record.ts';
import { isLocked } from '../policies/retention.ts';
import type { Answering } from './answering.ts';
import { type Locking, type LockRefusal, lockRefusal } from './locking.ts';
import { missingGroup } from './missingGroup.ts';
import { type Refused, refuse } from './refusal.ts';

interface CreatePolicy {
  readonly organizationId: OrganizationId;
  readonly name: string;
  /** Default: none */
  readonly rules?: Rules | undefined;
  readonly by: By;
  readonly locking: Locking;
}

/** Adds a policy to an organization. The detail of `name_taken` is a sentence, that of `no_group` a group that does not exist. */
export const createPolicy = <A>(
  { organizationId, name, rules, by, locking }: CreatePolicy,
  answering: Answering<policies.PolicyItem, A>,
): Promise<A | Refused<'name_taken' | 'misconfirmed'> | Refused<'no_group', GroupId> | LockRefusal> =>
  retryOnConflict(async () => {
    const refused = rules && isLocked(rules) ? await lockRefusal(rules, locking, Date.now()) : undefined;
    if (refused) return refused;
    if (locking.confirm !== undefined && locking.confirm !== name) return refuse('misconfirmed');
    const [{ names }, audience] = await Promise.all([
      policies.getPolicyAndNames(organizationId),
      loadAudience(organizationId),
    ]);
    const missing = await missingGroup(organizationId, rules);
    if (missing) return refuse('no_group', missing);
    const policy = policies.newPolicy(organizationId, name, rules);
    const refusal = namingRefusal(names, policy);
    if (refusal) return refuse('name_taken', refusal);
    return answering(policy, (beside) =>
      commitChange({
        audience,
        records: [newPolicyRecord(policy, by)],
        writes: [...policies.createPolicy(policy, names), ...beside],
      }),
    );
  });
