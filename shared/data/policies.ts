import * as z from 'zod/mini';
import { type OrganizationId, organizationId, type PolicyId, policyId } from '../contract/identifiers.ts';
import { creation, removal, type Write } from './commit.ts';
import { newId } from './ids.ts';
import { organizationKey, policyKey, policyPrefix } from './keys.ts';
import { queryItems, readItems, under } from './read.ts';

/** A governance policy of an organization. Operators create them; the API attaches them to documents. */
export const policyItem = z.object({ id: policyId, organization_id: organizationId, name: z.string() });
export type PolicyItem = z.infer<typeof policyItem>;

/** Lists an organization's policies, oldest first. */
export async function listPolicies(organizationId: OrganizationId): Promise<PolicyItem[]> {
  const items = await queryItems(under(organizationKey(organizationId), policyPrefix));
  return items.map((item) => z.parse(policyItem, item));
}

export async function getPolicy(
  organizationId: OrganizationId,
  policyId: PolicyId,
): Promise<PolicyItem | undefined> {
  const [item] = await readItems(policyKey(organizationId, policyId));
  return item && z.parse(policyItem, item);
}

/** Returns the first state of a policy. */
export const newPolicy = (organizationId: OrganizationId, name: string): PolicyItem => ({
  id: newId('pol'),
  organization_id: organizationId,
  name,
});

export const createPolicy = (policy: PolicyItem): Write<PolicyItem> =>
  creation(policyKey(policy.organization_id, policy.id), policy);

/** Removes a policy. Documents that it is attached to must be out of reach. */
export const removePolicy = (policy: PolicyItem): Write =>
  removal(policyKey(policy.organization_id, policy.id));
