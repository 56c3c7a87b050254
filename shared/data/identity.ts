import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { userType } from '../contract/enumerations.ts';
import { actorId, organizationId } from '../contract/identifiers.ts';
import { permissions } from '../contract/permissions.ts';
import { dateTime } from '../contract/text.ts';
import { dynamo, tableName } from './client.ts';
import { creation, type Write } from './commit.ts';
import { apiKeyKey, callerKey, memberKey } from './keys.ts';
import { memberItem } from './organizations.ts';
import { readItems } from './read.ts';

/** A user or a service account, as stored. */
export const callerItem = z.object({
  id: actorId,
  type: userType,
  name: z.string(),
  email: z.nullable(z.string()),
  given_name: z.nullable(z.string()),
  family_name: z.nullable(z.string()),
  /** Where a credential that is bound to no organization acts. */
  current_organization_id: z.nullable(organizationId),
});
export type CallerItem = z.infer<typeof callerItem>;

/** An API key, as stored. The key itself is not: only a hash of its secret part. */
export const apiKeyItem = z.object({
  uuid: z.string(),
  secret_hash: z.string(),
  owner_id: actorId,
  /** The organization the key acts in; null: its owner's current one. */
  organization_id: z.nullable(organizationId),
  /** What the key may do at most; null: whatever its owner may. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  expires_at: z.nullable(dateTime),
  revoked_at: z.nullable(dateTime),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

export async function getApiKey(uuid: string): Promise<ApiKeyItem | undefined> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: tableName, Key: apiKeyKey(uuid) }));
  return Item && z.parse(apiKeyItem, Item);
}

/**
 * Who is calling and what they are in the organization they act in: one round trip when it is known, two when it has to
 * be looked up first.
 */
export async function getCaller(userId: string, organization: string | null) {
  const [user, member] = await readItems(
    callerKey(userId),
    ...(organization === null ? [] : [memberKey(organization, userId)]),
  );
  if (!user) return undefined;
  const caller = z.parse(callerItem, user);
  if (organization === null && caller.current_organization_id !== null) {
    const [current] = await readItems(memberKey(caller.current_organization_id, userId));
    return {
      caller,
      organization_id: caller.current_organization_id,
      member: current && z.parse(memberItem, current),
    };
  }
  return { caller, organization_id: organization, member: member && z.parse(memberItem, member) };
}

export const createCaller = (caller: CallerItem): Write => creation({ ...callerKey(caller.id), ...caller });

export const createApiKey = (apiKey: ApiKeyItem): Write => creation({ ...apiKeyKey(apiKey.uuid), ...apiKey });
