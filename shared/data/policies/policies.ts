import * as z from 'zod/mini';
import {
  type OrganizationId,
  organizationId,
  type PolicyId,
  policyId,
  ulidOf,
} from '../../contract/identifiers.ts';
import type { Rules } from '../../contract/resources/rules.ts';
import { dateTime } from '../../contract/text.ts';
import { formsOf, normalizedReaders } from '../../policies/allowedReaders.ts';
import { isLocked, retains } from '../../policies/retention.ts';
import { inUtc, storableRules, storedRules } from '../../policies/storedRules.ts';
import { organizationKey } from '../keys/organizations.ts';
import { archivedPolicyList, policyKey, policyNamesKey, policyPrefix } from '../keys/policies.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removal,
  replacement,
} from '../table/commit.ts';
import { createdAt, newId } from '../table/ids.ts';
import {
  chooseListPage,
  type ListPage,
  type ListRange,
  readListPage,
  withinBytes,
} from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { queryAs, readEach, readTogether, under } from '../table/read.ts';
import { filterIndex } from '../table/table.ts';
import { keepPolicyNames, type PolicyNames, policyNamesItem, withPolicyName } from './policyNames.ts';

/** A governance policy of an organization. */
export const policyItem = z.object({
  id: policyId,
  organization_id: organizationId,
  name: z.string(),
  /** Absent: it has no rules. Every write keeps the rules of a later release, unless new rules replace them. */
  rules: z.optional(storedRules),
  /** Absent: it allows everybody, or an earlier release has stored its rules. */
  normalized_readers: z.catch(z.optional(normalizedReaders), undefined),
  /** The time since which its rules bind owners. Absent: they do not. */
  locked_at: z.optional(dateTime),
  /** Absent: it is not archived. */
  archived_at: z.optional(dateTime),
  revision: z.int(),
});
export type PolicyItem = z.infer<typeof policyItem>;

/** Lists all policies of an organization, archived ones included, oldest first. A policy may have 50 kB of rules. */
export const listPolicies = (organizationId: OrganizationId): Promise<PolicyItem[]> =>
  queryAs(policyItem, under(organizationKey(organizationId), policyPrefix));

export const getPolicy = async (
  organizationId: OrganizationId,
  policyId: PolicyId,
): Promise<PolicyItem | undefined> => (await getPolicies(organizationId, [policyId]))[0];

/** Reads up to 100 policies of an organization in one round trip, in the order of their ids. Missing ones are left out. */
export const getPolicies = (
  organizationId: OrganizationId,
  policyIds: readonly PolicyId[],
): Promise<PolicyItem[]> =>
  readEach(
    policyItem,
    policyIds.map((id) => policyKey(organizationId, id)),
  );

/** Finds a policy by its id in any of the organizations: for operators. Reads 100 organizations in a round trip. */
export const findPolicy = async (
  organizationIds: readonly OrganizationId[],
  policyId: PolicyId,
): Promise<PolicyItem | undefined> =>
  (
    await readEach(
      policyItem,
      organizationIds.map((id) => policyKey(id, policyId)),
    )
  )[0];

/**
 * Lists a page of an organization's policies, newest first. A page of policies that are not archived reads at most 1,000 policies, so it
 * may be short while more follow.
 */
export async function listPolicyPage(
  organizationId: OrganizationId,
  archived: boolean,
  range: ListRange,
): Promise<ListPage<PolicyItem>> {
  const page = await (archived ? listArchived : listInUse)(organizationId, range);
  // A policy that names a thousand readers may have 250 kB.
  return withinBytes(page, ({ rules }) => JSON.stringify(rules ?? {}));
}

async function listArchived(organizationId: OrganizationId, range: ListRange): Promise<ListPage<PolicyItem>> {
  const list = { index: filterIndex, partition: archivedPolicyList(organizationId) };
  const { items: ids, next } = await readListPage([list], range, (_, ulid) => `pol_${ulid}` as const);
  const policies = await getPolicies(organizationId, ids);
  // The index is eventually consistent.
  return { items: policies.filter(isArchived), next };
}

const listInUse = (organizationId: OrganizationId, range: ListRange): Promise<ListPage<PolicyItem>> =>
  chooseListPage([{ partition: organizationKey(organizationId).pk, prefix: policyPrefix }], range, (item) => {
    const policy = parseItem(policyItem, item);
    return isArchived(policy) ? undefined : policy;
  });

/** Reads a policy, if its id is given, and the names of the organization's policies, in one round trip. */
export async function getPolicyAndNames(organizationId: OrganizationId, policyId?: PolicyId) {
  const { policy, names = { organization_id: organizationId, names: {}, revision: 0 } } = await readTogether({
    names: [policyNamesItem, policyNamesKey(organizationId)],
    policy: [policyItem, policyId === undefined ? null : policyKey(organizationId, policyId)],
  });
  return { policy, names };
}

/** Returns the first state of a policy. */
export function newPolicy(organizationId: OrganizationId, name: string, rules: Rules = {}): PolicyItem {
  const id = newId('pol');
  return {
    id,
    organization_id: organizationId,
    name,
    rules: anyOf(rules),
    ...(isLocked(rules) && { locked_at: createdAt(id) }),
    revision: 1,
  };
}

const anyOf = (rules: Rules): Rules | undefined => (Object.keys(rules).length > 0 ? inUtc(rules) : undefined);

/**
 * Returns a policy with other rules, which replace all rules, from `now` on (epoch milliseconds). A lock that binds owners already keeps
 * its time, so that a longer retention does not give another day to remove the lock.
 */
export function withRules(
  { locked_at: before, ...policy }: PolicyItem,
  rules: Rules,
  now: number,
): PolicyItem {
  const hasBound = policy.rules !== undefined && isLocked(policy.rules) && retains(policy.rules, now);
  const locked_at = hasBound && before !== undefined ? before : new Date(now).toISOString();
  return { ...policy, rules: anyOf(rules), ...(isLocked(rules) && { locked_at }) };
}

export const isArchived = ({ archived_at }: PolicyItem): boolean => archived_at !== undefined;

/** Returns a policy that is archived, or not, from `now` on (epoch milliseconds). */
export function withArchived(
  { archived_at: before, ...policy }: PolicyItem,
  archived: boolean,
  now: number,
): PolicyItem {
  return archived ? { ...policy, archived_at: before ?? new Date(now).toISOString() } : policy;
}

/** Creates a policy and stores its name; conflicts when a policy of the organization has changed since `names` were read. */
export const createPolicy = (
  policy: PolicyItem,
  names: PolicyNames,
): [Change<PolicyItem>, Change<PolicyNames>] => [
  creation(placeOf(policy), { ...policy, normalized_readers: formsOf(policy.rules ?? {}, policy.revision) }),
  keepPolicyNames(withPolicyName(names, policy)),
];

/**
 * Replaces a policy and stores its present name; conflicts when this or another policy of the organization has changed since it was read.
 */
export const replacePolicy = (
  policy: PolicyItem,
  names: PolicyNames,
): [Change<PolicyItem>, Change<PolicyNames>] => [
  replacementOf(policy),
  keepPolicyNames(withPolicyName(names, policy)),
];

/** Writes a policy as it is, so that the commit conflicts with a change of the policy. */
export const fencePolicy = (policy: PolicyItem): Change<PolicyItem> => replacementOf(policy);

/** The commit stores the rules of a later release too. The policy after the commit carries them hidden. */
const replacementOf = (policy: PolicyItem): Change<PolicyItem> => {
  const { rules = {}, revision } = policy;
  const normalized_readers = formsOf(rules, revision + 1);
  const stored = { ...policy, normalized_readers, ...(policy.rules && { rules: storableRules(rules) }) };
  const change = replacement(placeOf(policy), stored);
  return { ...change, committed: { ...change.committed, rules: policy.rules } };
};

/** Removes a policy. Its documents must be out of everybody's reach before. */
export const removePolicy = (policy: PolicyItem): Bookkeeping =>
  bookkeeping('removal', removal(policyKey(policy.organization_id, policy.id)));

/** Undefined attributes are not stored, so only archived policies are in the list of archived policies. */
const placeOf = ({ id, organization_id, archived_at }: PolicyItem) => ({
  ...policyKey(organization_id, id),
  [filterIndex.partitionKey]: archived_at && archivedPolicyList(organization_id),
  [filterIndex.sortKey]: archived_at && ulidOf(id),
});
