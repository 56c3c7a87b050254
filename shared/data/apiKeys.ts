import * as z from 'zod/mini';
import {
  type ActorId,
  type ApiKeyId,
  actorId,
  type MemberUserId,
  organizationId,
  ulidOf,
} from '../contract/identifiers.ts';
import { knownAmong } from '../contract/permissions.ts';
import { user } from '../contract/resources/user.ts';
import { dateTime } from '../contract/text.ts';
import { base32OfUuid, uuidOfBase32 } from '../uuid.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalIfThere,
  replacement,
  writeBookkeeping,
} from './commit.ts';
import { retryOnConflict } from './conflict.ts';
import { apiKeyKey, apiKeyRosterKey, keyUseKey, operatorList } from './keys.ts';
import { lookedAtMax } from './pages.ts';
import { parseItem } from './parse.ts';
import { inIndex, listAs, queryOnce, readAs, readEach } from './read.ts';
import { addToRoster, readRosters } from './rosters.ts';
import { listIndex } from './table.ts';

const storedPermissions = z.pipe(
  z.array(z.string()),
  z.transform((names: string[]) => knownAmong(names)),
);

/** An API key as stored: of the key itself, only a hash of its secret part. */
const apiKeyItem = z.object({
  uuid: z.string(),
  secret_hash: z.string(),
  /** The name that its owner gave it. */
  name: z.string(),
  owner_id: actorId,
  /** The organization the key acts in; null: its owner's current one if they founded that, and otherwise none. */
  organization_id: z.nullable(organizationId),
  /**
   * When its owner joined that organization: the key ends with that membership, and does not come back with another one. Absent
   * where it is bound to none.
   */
  member_since: z.optional(dateTime),
  /** Those that the key has at most; null: all of its owner's. */
  permissions: z.nullable(storedPermissions),
  created_at: dateTime,
  expires_at: z.nullable(dateTime),
  revoked_at: z.nullable(dateTime),
  /** The person who made it, or made the key that it was made with; null: an operator. */
  made_by: z.nullable(user),
  /** The API Gateway key that its requests are metered by; null: one that it shares with others. */
  usage_key: z.nullable(z.object({ id: z.string(), value: z.string() })),
  revision: z.int(),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** Clients see the UUID of a key as its text has it. */
export const apiKeyIdOf = ({ uuid }: Pick<ApiKeyItem, 'uuid'>): ApiKeyId => `key_${base32OfUuid(uuid)}`;
export const uuidOfKey = (keyId: ApiKeyId): string => uuidOfBase32(ulidOf(keyId));

export const getApiKey = (uuid: string): Promise<ApiKeyItem | undefined> =>
  readAs(apiKeyItem, apiKeyKey(uuid));

/** Lists the keys of a user or service account, oldest first, the revoked and expired ones included. */
export const listApiKeys = (ownerId: ActorId | MemberUserId): Promise<ApiKeyItem[]> =>
  listAs(apiKeyItem, operatorList.apiKeys(ownerId));

/** Returns the first state of a key that is issued at `now` (epoch milliseconds). */
export const newApiKey = (
  given: Pick<ApiKeyItem, 'uuid' | 'secret_hash' | 'name' | 'owner_id' | 'organization_id'> &
    Partial<Pick<ApiKeyItem, 'member_since' | 'permissions' | 'expires_at' | 'usage_key' | 'made_by'>>,
  now: number,
): ApiKeyItem => ({
  expires_at: null,
  usage_key: null,
  permissions: null,
  made_by: null,
  ...given,
  created_at: new Date(now).toISOString(),
  revoked_at: null,
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

/** Returns whether a key works at `now` (epoch milliseconds), as far as it has not ended with its owner's membership. */
export const isActive = (apiKey: ApiKeyItem, longestLifeDays: number | null, now: number): boolean =>
  apiKey.revoked_at === null && endOf(apiKey, longestLifeDays) > now;

/**
 * Lists a page of an owner's keys, of those that are chosen, newest first. It looks at 1,000 keys of all at most, so it may be short
 * while more follow. It is a moment behind. `after` and `next` are the keys at which a page ended.
 */
export async function listApiKeyPage(
  ownerId: ActorId,
  isChosen: (apiKey: ApiKeyItem) => boolean,
  { after, limit }: { readonly after: ApiKeyId | undefined; readonly limit: number },
): Promise<{ readonly keys: ApiKeyItem[]; readonly next: ApiKeyId | undefined }> {
  const last = after && (await getApiKey(uuidOfKey(after)));
  if (after && !last) return { keys: [], next: undefined };
  const { items, isCut } = await queryOnce(
    {
      ...inIndex(listIndex, operatorList.apiKeys(ownerId), '#sort < :end', {
        // A tilde sorts behind every time.
        ':end': last ? placeOf(last)[listIndex.sortKey] : '~',
      }),
      ScanIndexForward: false,
    },
    lookedAtMax,
  );
  const lookedAt = items.map((item) => parseItem(apiKeyItem, item));
  const chosen = lookedAt.filter(isChosen);
  const keys = chosen.slice(0, limit);
  const end = isCut ? lookedAt.at(-1) : undefined;
  const next = chosen.length > limit ? keys.at(-1) : end;
  return { keys, next: next && apiKeyIdOf(next) };
}

export const createApiKey = (apiKey: ApiKeyItem): Change<ApiKeyItem> => creation(placeOf(apiKey), apiKey);

/** Replaces a key; conflicts when it has changed since it was loaded. */
export const replaceApiKey = (apiKey: ApiKeyItem): Change<ApiKeyItem> => replacement(placeOf(apiKey), apiKey);

/** Returns what issues one more key to its owner; undefined where they have as many as may work at once: `most`. */
export async function issueOneMore(
  apiKey: ApiKeyItem,
  most: number,
  longestLifeDays: number | null,
  now: number,
): Promise<[Change<ApiKeyItem>, Change] | undefined> {
  const key = apiKeyRosterKey(apiKey.owner_id);
  const rosterWrite = await addToRoster(key, apiKey.uuid, most, async (uuids) =>
    (await readEach(apiKeyItem, uuids.map(apiKeyKey)))
      .filter((one) => isActive(one, longestLifeDays, now))
      .map(({ uuid }) => uuid),
  );
  return rosterWrite && [createApiKey(apiKey), rosterWrite];
}

/**
 * Reads the keys in the rosters of owners, which are those that the API made, and of which those that have ended may be missing.
 * Strongly consistent.
 */
export async function listRosteredKeys(ownerIds: readonly ActorId[]): Promise<ApiKeyItem[]> {
  const uuids = await readRosters(ownerIds.map(apiKeyRosterKey));
  return readEach(apiKeyItem, uuids.map(apiKeyKey));
}

/** Ends a key for good, at `now` (epoch milliseconds); conflicts when it has changed since it was loaded. */
export const revokeApiKey = (apiKey: ApiKeyItem, now: number): Change<ApiKeyItem> =>
  replaceApiKey({ ...apiKey, revoked_at: new Date(now).toISOString() });

/** Ends a key, unless it has ended, of an organization that is gone: nobody is left to be told. Throws when there is none. */
export const endApiKey = (uuid: string, now: number): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const key = await getApiKey(uuid);
    if (!key) throw new Error(`the API key ${uuid} is gone`);
    if (key.revoked_at !== null) return key;
    const [ended] = await writeBookkeeping([bookkeeping('removal', revokeApiKey(key, now))]);
    return ended;
  });

/** Forgets what a revoked key was metered by; conflicts when it has changed since it was loaded. */
export const removeUsageKey = (apiKey: ApiKeyItem): Bookkeeping<ApiKeyItem> =>
  bookkeeping('removal', replaceApiKey({ ...apiKey, usage_key: null }));

/** Removes a key and its last use, if they are there. The API Gateway key that it was metered by must be gone. */
export const removeApiKey = ({ uuid }: ApiKeyItem): Bookkeeping[] =>
  [apiKeyKey(uuid), keyUseKey(uuid)].map((key) => bookkeeping('removal', removalIfThere(key)));

const placeOf = ({ uuid, owner_id, created_at }: ApiKeyItem) => ({
  ...apiKeyKey(uuid),
  [listIndex.partitionKey]: operatorList.apiKeys(owner_id),
  [listIndex.sortKey]: `${created_at}#${uuid}`,
});
