import * as z from 'zod/mini';
import { dayMilliseconds } from '../../contract/days.ts';
import {
  type ActorId,
  type ApiKeyId,
  actorId,
  type MemberUserId,
  organizationId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { knownAmong } from '../../contract/permissions.ts';
import { user } from '../../contract/resources/user.ts';
import { dateTime } from '../../contract/text.ts';
import { base32OfUuid, uuidOfBase32 } from '../../contract/uuid.ts';
import { apiKeyKey, apiKeyRosterKey, keyUseKey } from '../keys/callers.ts';
import { operatorList } from '../keys/operatorLists.ts';
import { duePlace } from '../keys/work.ts';
import {
  attributeUpdate,
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalIfThere,
  replacement,
  writeBookkeeping,
} from '../table/commit.ts';
import { retryOnConflict } from '../table/conflict.ts';
import { itemsReadMax } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { inIndex, listAs, queryOnce, readAs, readEach } from '../table/read.ts';
import { addToRoster, readRosters } from '../table/rosters.ts';
import { dueIndex, listIndex } from '../table/table.ts';

const storedPermissions = z.pipe(
  z.array(z.string()),
  z.transform((names: string[]) => knownAmong(names)),
);

/** An API key as stored, with only a hash of its secret part. */
const apiKeyItem = z.object({
  uuid: z.string(),
  secret_hash: z.string(),
  /** The name that its owner gave it. */
  name: z.string(),
  owner_id: actorId,
  /**
   * The organization that the key acts in. null: the key acts in the owner's current organization if the owner founded this organization,
   * and otherwise in none.
   */
  organization_id: z.nullable(organizationId),
  /**
   * The time when its owner joined that organization. The key ends with that membership, and a later membership does not make the key work
   * again. Absent when the key is not bound to a membership.
   */
  member_since: z.optional(dateTime),
  /** The most that the key may do; null: everything that its owner may do. */
  permissions: z.nullable(storedPermissions),
  created_at: dateTime,
  expires_at: z.nullable(dateTime),
  revoked_at: z.nullable(dateTime),
  /**
   * The person who made the key; null: an operator. If a service account makes a key, this is the person who made the key that the service
   * account used.
   */
  made_by: z.nullable(user),
  /** The API Gateway key that meters only this key's requests; null: this key shares an API Gateway key with other keys. */
  usage_key: z.nullable(z.object({ id: z.string(), value: z.string() })),
  /** The notice about its end was made, or has no receiver. Absent: it was not made */
  has_end_notice: z.optional(z.literal(true)),
  revision: z.int(),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** Clients see a key's UUID in base32, as in the key's text. */
export const apiKeyIdOf = ({ uuid }: Pick<ApiKeyItem, 'uuid'>): ApiKeyId => `key_${base32OfUuid(uuid)}`;
export const uuidOfKey = (keyId: ApiKeyId): string => uuidOfBase32(ulidOf(keyId));

export const getApiKey = (uuid: string): Promise<ApiKeyItem | undefined> =>
  readAs(apiKeyItem, apiKeyKey(uuid));

/** Lists the keys of a user or service account, oldest first, including revoked and expired keys. */
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

/** Returns the time when a key reaches the stage's longest key lifetime (null: no limit), in epoch milliseconds. */
export const oldestAt = (
  { created_at }: Pick<ApiKeyItem, 'created_at'>,
  longestLifeDays: number | null,
): number =>
  longestLifeDays === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(created_at) + longestLifeDays * dayMilliseconds;

/** Returns the time when a key expires, in epoch milliseconds; infinity: never. */
export const endOf = (
  apiKey: Pick<ApiKeyItem, 'created_at' | 'expires_at'>,
  longestLifeDays: number | null,
): number =>
  Math.min(
    apiKey.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(apiKey.expires_at),
    oldestAt(apiKey, longestLifeDays),
  );

/** Returns whether a key works at `now` (epoch milliseconds). Does not check whether its owner's membership has ended. */
export const isActive = (apiKey: ApiKeyItem, longestLifeDays: number | null, now: number): boolean =>
  apiKey.revoked_at === null && endOf(apiKey, longestLifeDays) > now;

/**
 * Lists a page of an owner's keys that `isChosen` accepts, newest first. It reads at most 1,000 keys, so a page may be short while more
 * follow. The list is eventually consistent. `after` and `next` are the keys at which a page ended.
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
        ':end': last ? sortOf(last) : '~',
      }),
      ScanIndexForward: false,
    },
    itemsReadMax,
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

/** Returns the writes that issue one more key to its owner; undefined when the owner has `most` working keys. */
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
 * Reads the keys in the rosters of owners, strongly consistently. The rosters have all keys that were made through the API, but keys that
 * have ended may be missing.
 */
export async function listRosteredKeys(ownerIds: readonly ActorId[]): Promise<ApiKeyItem[]> {
  const uuids = await readRosters(ownerIds.map(apiKeyRosterKey));
  return readEach(apiKeyItem, uuids.map(apiKeyKey));
}

/** Revokes a key permanently, at `now` (epoch milliseconds); conflicts when it has changed since it was loaded. */
export const revokeApiKey = (apiKey: ApiKeyItem, now: number): Change<ApiKeyItem> =>
  replaceApiKey({ ...apiKey, revoked_at: new Date(now).toISOString() });

/**
 * Revokes a key of a deleted organization, unless it is revoked already. Sends no event, because no endpoint is left. Throws when the key
 * is missing.
 */
export const endApiKey = (uuid: string, now: number): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const key = await getApiKey(uuid);
    if (!key) throw new Error(`the API key ${uuid} is gone`);
    if (key.revoked_at !== null) return key;
    const [ended] = await writeBookkeeping([bookkeeping('removal', revokeApiKey(key, now))]);
    return ended;
  });

/** Removes a revoked key's reference to its API Gateway key; conflicts when the key has changed since it was loaded. */
export const removeUsageKey = (apiKey: ApiKeyItem): Bookkeeping<ApiKeyItem> =>
  bookkeeping('removal', replaceApiKey({ ...apiKey, usage_key: null }));

/** Removes a key and its last use, if they exist. Its API Gateway key must be removed before. */
export const removeApiKey = ({ uuid }: ApiKeyItem): Bookkeeping[] =>
  [apiKeyKey(uuid), keyUseKey(uuid)].map((key) => bookkeeping('removal', removalIfThere(key)));

/**
 * Records that the notice about a key's end was made, so that no second one is made; conflicts when the key has changed since it was
 * loaded.
 */
export const markEndNotice = ({ uuid, revision }: ApiKeyItem): Bookkeeping =>
  bookkeeping(
    'mail',
    // An update: the worker that makes notices has no right to replace keys.
    attributeUpdate(apiKeyKey(uuid), {
      UpdateExpression: `SET has_end_notice = :true, revision = :next REMOVE ${dueIndex.partitionKey}, ${dueIndex.sortKey}`,
      ConditionExpression: 'revision = :revision',
      ExpressionAttributeValues: { ':true': true, ':revision': revision, ':next': revision + 1 },
    }),
  );

/** Keys that live longer than this have a notice about their end. */
const longLifeMilliseconds = 14 * dayMilliseconds;
/** The notice is made this long before the key ends. */
const noticeBeforeEndMilliseconds = 7 * dayMilliseconds;

/** Returns the time of the notice about a key's end (epoch milliseconds); undefined when there is none, or it was made. */
export function endNoticeAt({ owner_id, created_at, expires_at, revoked_at, has_end_notice }: ApiKeyItem) {
  if (expires_at === null || revoked_at !== null || has_end_notice || !owner_id.startsWith('user_'))
    return undefined;
  const end = Date.parse(expires_at);
  return end - Date.parse(created_at) > longLifeMilliseconds ? end - noticeBeforeEndMilliseconds : undefined;
}

/** Returns the place of a key in the list of its owner's keys. */
const sortOf = ({ uuid, created_at }: ApiKeyItem): string => `${created_at}#${uuid}`;

function placeOf(apiKey: ApiKeyItem) {
  const { uuid, owner_id } = apiKey;
  const due = endNoticeAt(apiKey);
  return {
    ...apiKeyKey(uuid),
    [listIndex.partitionKey]: operatorList.apiKeys(owner_id),
    [listIndex.sortKey]: sortOf(apiKey),
    ...(due !== undefined && { ...duePlace(apiKeyIdOf(apiKey), due), [dueIndex.sortKey]: due }),
  };
}
