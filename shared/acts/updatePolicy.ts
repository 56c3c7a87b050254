import { isDeepStrictEqual } from 'node:util';
import type { GroupId, OrganizationId, PolicyId, RoomId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import {
  getPolicyAndNames,
  isArchived,
  type PolicyItem,
  replacePolicy,
  withArchived,
  withRules,
} from '../data/policies/policies.ts';
import { namingRefusal } from '../data/policies/policyNames.ts';
import { findGated } from '../data/rooms/gate.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { loadAudience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { policyUpdateRecord } from '../events/records/policies.ts';
import type { By } from '../events/records/record.ts';
import { hasRetainingRule, isLocked, locksMore, loosens } from '../policies/retention.ts';
import { type StoredRules, storableRules } from '../policies/storedRules.ts';
import { presentPolicy } from '../presentation/present.ts';
import { type Locking, type LockRefusal, lockRefusal, unlockableUntil } from './locking.ts';
import { missingGroup } from './missingGroup.ts';
import { type Refused, refuse } from './refusal.ts';

interface UpdatePolicy {
  readonly organizationId: OrganizationId;
  readonly policyId: PolicyId;
  /** The changes. */
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly rules?: Rules | undefined;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /**
   * Returns the reason why the caller may not shorten the retention of an unlocked policy, as a sentence; undefined when the caller may.
   */
  readonly looseningRefusal: () => Promise<string | undefined>;
  readonly locking: Locking;
  /** Throws if the policy is not in the state that the caller expects. Default: any state */
  readonly guard?: (policy: PolicyItem) => void;
}

/**
 * Changes a policy, and returns it. The details of `loosened` and `name_taken` are sentences, that of `no_group` is a group, that of
 * `at_gate` a room.
 */
export const updatePolicy = (
  given: UpdatePolicy,
): Promise<
  | PolicyItem
  | Refused<'no_policy' | 'loosened' | 'name_taken' | 'misconfirmed'>
  | Refused<'at_gate', RoomId>
  | Refused<'no_group', GroupId>
  | LockRefusal
> =>
  retryOnConflict(async () => {
    const { organizationId, policyId, rules, by, now, locking } = given;
    const [{ policy, names }, audience] = await Promise.all([
      getPolicyAndNames(organizationId, policyId),
      loadAudience(organizationId),
    ]);
    if (!policy) return refuse('no_policy');
    given.guard?.(policy);

    const { name = policy.name, archived = isArchived(policy) } = given;
    const renamed = { ...withArchived(policy, archived, now), name };
    const updated = rules ? withRules(renamed, rules, now) : renamed;
    const after = updated.rules ?? {};
    const refused = locksMore(policy.rules ?? {}, after, now) && (await lockRefusal(after, locking, now));
    if (refused) return refused;
    if (locking.confirm !== undefined && locking.confirm !== policy.name) return refuse('misconfirmed');
    if (isUnchanged(policy, updated)) return policy;
    const missing = await missingGroup(organizationId, rules, policy.rules);
    if (missing) return refuse('no_group', missing);
    // A policy that is put at a gate meanwhile is written by that, so that this change conflicts.
    const gated = rules && hasRetainingRule(after) && (await findGated(organizationId, policyId));
    if (gated) return refuse('at_gate', gated.id);
    const loosened = await refusalToLoosen(policy, after, given);
    if (loosened !== undefined) return refuse('loosened', loosened);
    // While a policy is archived, another policy can take its name.
    const taken = archived ? undefined : namingRefusal(names, updated);
    if (taken !== undefined) return refuse('name_taken', taken);

    const [changed] = await commitChange({
      audience,
      records: [policyUpdateRecord(policy, updated, by)],
      writes: replacePolicy(updated, names),
    });
    return changed;
  });

/** Returns whether a change changes nothing, neither what clients see nor the rules of a later release. */
const isUnchanged = (before: PolicyItem, after: PolicyItem): boolean =>
  isDeepStrictEqual(presentPolicy(before), presentPolicy(after)) &&
  isDeepStrictEqual(storableRules(before.rules ?? {}), storableRules(after.rules ?? {}));

/**
 * Returns the reason why the caller cannot loosen the retention of a policy, as a sentence. Undefined when the caller can, or when the
 * retention is not loosened.
 */
async function refusalToLoosen(
  policy: PolicyItem,
  after: StoredRules,
  { locking, looseningRefusal, now }: Pick<UpdatePolicy, 'locking' | 'looseningRefusal' | 'now'>,
): Promise<string | undefined> {
  const { name, rules = {} } = policy;
  if (!loosens(rules, after, now)) return undefined;
  const called = `The policy ${JSON.stringify(name)}`;
  if (!isLocked(rules)) {
    const refusal = await looseningRefusal();
    return refusal && `${called} keeps documents: only owners may shorten for how long. ${refusal}`;
  }
  const until = unlockableUntil(policy);
  if (now >= until)
    return `${called} is locked: nobody may unlock it, or shorten for how long it keeps documents.`;
  const refusal = isLocked(after) ? 'Unlock it first.' : await locking.refusal();
  return (
    refusal &&
    `${called} is locked: only owners may unlock it, until ${new Date(until).toISOString()}. ${refusal}`
  );
}
