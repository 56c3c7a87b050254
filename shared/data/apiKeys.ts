import * as z from 'zod/mini';
import { type ActorId, actorId, type MemberUserId, organizationId } from '../contract/identifiers.ts';
import { permissions } from '../contract/permissions.ts';
import { dateTime } from '../contract/text.ts';
import { commit, creation, removalIfThere, replacement, type Write } from './commit.ts';
import { retryOnConflict } from './conflict.ts';
import { apiKeyKey, keyUseKey, operatorList } from './keys.ts';
import { parseItem } from './parse.ts';
import { queryList, readItem } from './read.ts';
import { listIndex } from './table.ts';

/** An API key as stored: of the key itself, only a hash of its secret part. */
export const apiKeyItem = z.object({
  uuid: z.string(),
  secret_hash: z.string(),
  /** The name that its owner gave it. */
  name: z.string(),
  owner_id: actorId,
  /** The organization the key acts in; null: its owner's current one. */
  organization_id: z.nullable(organizationId),
  /**
   * When its owner joined that organization: the key ends with that membership, and does not come back with another one. Absent
   * where it is bound to none, or of 0.2.0
   */
  member_since: z.optional(dateTime),
  /** The permissions that the key has at most; null: those of its owner. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  created_at: dateTime,
  expires_at: z.nullable(dateTime),
  revoked_at: z.nullable(dateTime),
  /** Absent where it was issued before uses were recorded: without a recorded use it may have been used all the same. */
  uses_recorded: z.optional(z.literal(true)),
  /** The API Gateway key that its requests are metered by; null: one that it shares with others. */
  usage_key: z.nullable(z.object({ id: z.string(), value: z.string() })),
  revision: z.int(),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

export async function getApiKey(uuid: string): Promise<ApiKeyItem | undefined> {
  const item = await readItem(apiKeyKey(uuid));
  return item && parseItem(apiKeyItem, item);
}

/** Lists the keys of a user or service account, oldest first, the revoked and expired ones included. */
export const listApiKeys = async (ownerId: ActorId | MemberUserId): Promise<ApiKeyItem[]> =>
  (await queryList(operatorList.apiKeys(ownerId))).map((item) => parseItem(apiKeyItem, item));

/** Returns the first state of a key that is issued at `now` (epoch milliseconds). */
export const newApiKey = (
  given: Pick<ApiKeyItem, 'uuid' | 'secret_hash' | 'name' | 'owner_id' | 'organization_id'> &
    Partial<Pick<ApiKeyItem, 'member_since' | 'permissions' | 'expires_at' | 'usage_key'>>,
  now: number,
): ApiKeyItem => ({
  permissions: null,
  expires_at: null,
  usage_key: null,
  ...given,
  created_at: new Date(now).toISOString(),
  revoked_at: null,
  uses_recorded: true,
  revision: 1,
});

const dayMilliseconds = 86_400_000;

/** Returns the time at which a key reaches the longest life that a stage has for keys (null: none), in epoch milliseconds. */
export const oldestAt = (
  { created_at }: Pick<ApiKeyItem, 'created_at'>,
  longestLifeDays: number | null,
): number =>
  longestLifeDays === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(created_at) + longestLifeDays * dayMilliseconds;

/** Returns the time at which a key ends by itself, in epoch milliseconds: infinity for never. */
export const endOf = (
  apiKey: Pick<ApiKeyItem, 'created_at' | 'expires_at'>,
  longestLifeDays: number | null,
): number =>
  Math.min(
    apiKey.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(apiKey.expires_at),
    oldestAt(apiKey, longestLifeDays),
  );

export const createApiKey = (apiKey: ApiKeyItem): Write<ApiKeyItem> => creation(placeOf(apiKey), apiKey);

/** Replaces a key; conflicts when it has changed since it was loaded. */
export const replaceApiKey = (apiKey: ApiKeyItem): Write<ApiKeyItem> => replacement(placeOf(apiKey), apiKey);

/** Ends a key at `now` (epoch milliseconds), or when it was ended, and returns it. Throws when there is none. */
export const endApiKey = (uuid: string, now: number): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const key = await getApiKey(uuid);
    if (!key) throw new Error(`the API key ${uuid} is gone`);
    if (key.revoked_at !== null) return key;
    const [ended] = await commit([replaceApiKey({ ...key, revoked_at: new Date(now).toISOString() })]);
    return ended;
  });

/** Removes a key and its last use, if they are there. The API Gateway key that it was metered by must be gone. */
export const removeApiKey = ({ uuid }: ApiKeyItem): Write[] => [
  removalIfThere(apiKeyKey(uuid)),
  removalIfThere(keyUseKey(uuid)),
];

const placeOf = ({ uuid, owner_id, created_at }: ApiKeyItem) => ({
  ...apiKeyKey(uuid),
  [listIndex.partitionKey]: operatorList.apiKeys(owner_id),
  [listIndex.sortKey]: `${created_at}#${uuid}`,
});
