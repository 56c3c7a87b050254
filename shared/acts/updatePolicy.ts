import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId, PolicyId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { retryOnConflict } from '../data/conflict.ts';
import {
  getPolicyAndNames,
  isArchived,
  type PolicyItem,
  replacePolicy,
  withArchived,
  withRules,
} from '../data/policies.ts';
import { namingRefusal } from '../data/policyNames.ts';
import { commitChange } from '../events/commitChange.ts';
import { lookForAudience } from '../events/outbox.ts';
import { type By, policyUpdateRecord } from '../events/records.ts';
import { isLocked, loosens } from '../policies/retention.ts';
import { presentPolicy } from '../present.ts';
import { type Refused, refuse } from './refusal.ts';

interface UpdatePolicy {
  readonly organizationId: OrganizationId;
  readonly policyId: PolicyId;
  /** What is to change. */
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly rules?: Rules | undefined;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Owners may shorten for how long a policy keeps documents, unless it is locked. */
  readonly isOwner: boolean;
  /** Throws where the caller wants the policy changed only from another state. Default: any state */
  readonly guard?: (policy: PolicyItem) => void;
}

/**
 * Changes a policy, and returns it as it is then. The detail of `loosened` is a sentence; that of `name_taken` says whose the name
 * is.
 */
export const updatePolicy = (
  given: UpdatePolicy,
): Promise<PolicyItem | Refused<'no_policy' | 'loosened' | 'name_taken'>> =>
  retryOnConflict(async () => {
    const { organizationId, policyId, rules, by, now, isOwner } = given;
    const [{ policy, names }, audience] = await Promise.all([
      getPolicyAndNames(organizationId, policyId),
      lookForAudience(organizationId),
    ]);
    if (!policy) return refuse('no_policy');
    given.guard?.(policy);

    const { name = policy.name, archived = isArchived(policy) } = given;
    const renamed = { ...withArchived(policy, archived, now), name };
    const updated = rules ? withRules(renamed, rules) : renamed;
    if (isDeepStrictEqual(presentPolicy(updated), presentPolicy(policy))) return policy;
    const loosened = looseningRefusal(policy, updated, { isOwner, now });
    if (loosened !== undefined) return refuse('loosened', loosened);
    // The name of an archived policy may be another's meanwhile.
    const taken = archived ? undefined : namingRefusal(names, updated);
    if (taken !== undefined) return refuse('name_taken', taken);

    const [changed] = await commitChange({
      audience,
      records: [policyUpdateRecord(policy, updated, by)],
      writes: replacePolicy(updated, names),
    });
    return changed;
  });

/** Returns why somebody cannot loosen the retention of a policy, as a sentence; undefined: they can, or it is not loosened. */
function looseningRefusal(
  { name, rules = {} }: PolicyItem,
  after: PolicyItem,
  { isOwner, now }: { readonly isOwner: boolean; readonly now: number },
): string | undefined {
  if (!loosens(rules, after.rules ?? {}, now)) return undefined;
  const policy = `The policy ${JSON.stringify(name)}`;
  if (isLocked(rules))
    return `${policy} is locked: nobody may unlock it, or shorten for how long it keeps documents.`;
  return isOwner ? undefined : `${policy} keeps documents: only owners may shorten for how long.`;
}
