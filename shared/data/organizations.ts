import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type MemberRole, memberRole } from '../contract/enumerations.ts';
import { actorId, organizationId, ulidOf } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import type { CallerItem } from './callers.ts';
import { dynamo, tableName } from './client.ts';
import { creation, removal, replacement, type Write } from './commit.ts';
import { memberKey, memberPrefix, operatorList, organizationKey } from './keys.ts';
import { queryItems, queryList, readItems } from './read.ts';
import { listIndex } from './table.ts';

export const organizationItem = z.object({
  id: organizationId,
  name: z.string(),
  /** Never 0: an organization always has someone who can manage it. */
  owner_count: z.int(),
  /** Organizations of before there were webhooks have none. */
  webhook_count: z._default(z.int(), 0),
  revision: z.int(),
});
export type OrganizationItem = z.infer<typeof organizationItem>;

/** A user or a service account in an organization. What a list of members shows of a person is kept with it. */
export const memberItem = z.object({
  organization_id: organizationId,
  user_id: actorId,
  role: memberRole,
  joined_at: dateTime,
  name: z.string(),
  /** null for service accounts. */
  email: z.nullable(z.string()),
  given_name: z.nullable(z.string()),
  family_name: z.nullable(z.string()),
  revision: z.int(),
});
export type MemberItem = z.infer<typeof memberItem>;

export async function getOrganization(id: string): Promise<OrganizationItem | undefined> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: tableName(), Key: organizationKey(id) }));
  return Item && z.parse(organizationItem, Item);
}

/** An organization and one of its members in one strongly consistent round trip. */
export async function getOrganizationAndMember(organization: string, userId: string) {
  const [organizationFound, memberFound] = await readItems(
    organizationKey(organization),
    memberKey(organization, userId),
  );
  return {
    organization: organizationFound && z.parse(organizationItem, organizationFound),
    member: memberFound && z.parse(memberItem, memberFound),
  };
}

/** Everyone in an organization, service accounts included, earliest joined first. */
export async function listMembers(organization: string): Promise<MemberItem[]> {
  const items = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :members)',
    ExpressionAttributeValues: { ':pk': organizationKey(organization).pk, ':members': memberPrefix },
    ConsistentRead: true,
  });
  const members = items.map((item) => z.parse(memberItem, item));
  return members.sort((a, b) => (a.joined_at + a.user_id < b.joined_at + b.user_id ? -1 : 1));
}

/** All organizations, oldest first. */
export const listOrganizations = async (): Promise<OrganizationItem[]> =>
  (await queryList(operatorList.organizations)).map((item) => z.parse(organizationItem, item));

/** A user or service account as they join an organization now. */
export const newMember = (
  { id, name, email, given_name, family_name }: CallerItem,
  organization: string,
  role: MemberRole,
  now: number,
): MemberItem => ({
  organization_id: organization,
  user_id: id,
  role,
  joined_at: new Date(now).toISOString(),
  name,
  email,
  given_name,
  family_name,
  revision: 1,
});

/** An organization and its member once the member has another role. An owner count of 0 must not be committed. */
export function withMemberRole(organization: OrganizationItem, member: MemberItem, role: MemberRole) {
  const owners = Number(role === 'owner') - Number(member.role === 'owner');
  return {
    organization: { ...organization, owner_count: organization.owner_count + owners },
    member: { ...member, role },
  };
}

export const createOrganization = (organization: OrganizationItem): Write => creation(stored(organization));

/** The next state of an organization that was loaded with `revision`. */
export const replaceOrganization = (organization: OrganizationItem): Write =>
  replacement(stored(organization));

export const createMember = (member: MemberItem): Write =>
  creation({ ...memberKey(member.organization_id, member.user_id), ...member });

/** The next state of a member that was loaded with `revision`. */
export const replaceMember = (member: MemberItem): Write =>
  replacement({ ...memberKey(member.organization_id, member.user_id), ...member });

export const removeMember = (member: MemberItem): Write =>
  removal(memberKey(member.organization_id, member.user_id));

const stored = (organization: OrganizationItem) => ({
  ...organizationKey(organization.id),
  ...organization,
  [listIndex.partitionKey]: operatorList.organizations,
  [listIndex.sortKey]: ulidOf(organization.id),
});
