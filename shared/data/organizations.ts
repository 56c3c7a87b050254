import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { memberRole } from '../contract/enumerations.ts';
import { actorId, organizationId, policyId } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { dynamo, tableName } from './client.ts';
import { creation, type Write } from './commit.ts';
import { memberKey, organizationKey, policyKey } from './keys.ts';

export const organizationItem = z.object({
  id: organizationId,
  name: z.string(),
  /** Never 0: an organization always has someone who can manage it. */
  owner_count: z.int(),
  revision: z.int(),
});
export type OrganizationItem = z.infer<typeof organizationItem>;

export const memberItem = z.object({
  organization_id: organizationId,
  user_id: actorId,
  role: memberRole,
  joined_at: dateTime,
  revision: z.int(),
});
export type MemberItem = z.infer<typeof memberItem>;

export const policyItem = z.object({ id: policyId, organization_id: organizationId, name: z.string() });
export type PolicyItem = z.infer<typeof policyItem>;

export async function getOrganization(id: string): Promise<OrganizationItem | undefined> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: tableName, Key: organizationKey(id) }));
  return Item && z.parse(organizationItem, Item);
}

export const createOrganization = (organization: OrganizationItem): Write =>
  creation({ ...organizationKey(organization.id), ...organization });

export const createMember = (member: MemberItem): Write =>
  creation({ ...memberKey(member.organization_id, member.user_id), ...member });

export const createPolicy = (policy: PolicyItem): Write =>
  creation({ ...policyKey(policy.organization_id, policy.id), ...policy });
