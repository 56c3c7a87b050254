import * as z from 'zod/mini';
import { organizationId, policyId } from '../contract/identifiers.ts';
import { creation, type Write } from './commit.ts';
import { organizationKey, policyKey, policyPrefix } from './keys.ts';
import { queryItems, readItems } from './read.ts';

/** A governance policy of an organization. Operators create them; the API attaches them to documents. */
export const policyItem = z.object({ id: policyId, organization_id: organizationId, name: z.string() });
export type PolicyItem = z.infer<typeof policyItem>;

/** An organization's policies, oldest first. */
export async function listPolicies(organization: string): Promise<PolicyItem[]> {
  const items = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :policies)',
    ExpressionAttributeValues: { ':pk': organizationKey(organization).pk, ':policies': policyPrefix },
    ConsistentRead: true,
  });
  return items.map((item) => z.parse(policyItem, item));
}

export async function getPolicy(organization: string, id: string): Promise<PolicyItem | undefined> {
  const [item] = await readItems(policyKey(organization, id));
  return item && z.parse(policyItem, item);
}

export const createPolicy = (policy: PolicyItem): Write =>
  creation({ ...policyKey(policy.organization_id, policy.id), ...policy });
