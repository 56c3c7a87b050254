import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { actorId, organizationId } from '../contract/identifiers.ts';
import { permissions } from '../contract/permissions.ts';
import { dateTime } from '../contract/text.ts';
import { dynamo, tableName } from './client.ts';
import { creation, replacement, type Write } from './commit.ts';
import { apiKeyKey, operatorList } from './keys.ts';
import { queryList } from './read.ts';
import { listIndex } from './table.ts';

/** An API key, as stored. The key itself is not: only a hash of its secret part. */
export const apiKeyItem = z.object({
  uuid: z.string(),
  secret_hash: z.string(),
  /** What its owner calls it. */
  name: z.string(),
  owner_id: actorId,
  /** The organization the key acts in; null: its owner's current one. */
  organization_id: z.nullable(organizationId),
  /** What the key may do at most; null: whatever its owner may. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  created_at: dateTime,
  expires_at: z.nullable(dateTime),
  revoked_at: z.nullable(dateTime),
  /** The API Gateway key that its requests are metered by; null: one that it shares with others. */
  usage_key: z.nullable(z.object({ id: z.string(), value: z.string() })),
  revision: z.int(),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

export async function getApiKey(uuid: string): Promise<ApiKeyItem | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: apiKeyKey(uuid), ConsistentRead: true }),
  );
  return Item && z.parse(apiKeyItem, Item);
}

/** The keys of a user or service account, oldest first, the revoked and expired ones included. */
export const listApiKeys = async (ownerId: string): Promise<ApiKeyItem[]> =>
  (await queryList(operatorList.apiKeys(ownerId))).map((item) => z.parse(apiKeyItem, item));

export const createApiKey = (apiKey: ApiKeyItem): Write => creation(stored(apiKey));

/** The next state of a key that was loaded with `revision`. */
export const replaceApiKey = (apiKey: ApiKeyItem): Write => replacement(stored(apiKey));

const stored = (apiKey: ApiKeyItem) => ({
  ...apiKeyKey(apiKey.uuid),
  ...apiKey,
  [listIndex.partitionKey]: operatorList.apiKeys(apiKey.owner_id),
  [listIndex.sortKey]: `${apiKey.created_at}#${apiKey.uuid}`,
});
