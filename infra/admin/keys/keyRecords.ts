import type { ActorId } from '../../../shared/contract/identifiers.ts';
import {
  type ApiKeyItem,
  apiKeyIdOf,
  endOf,
  getApiKey,
  listApiKeys,
  oldestAt,
  replaceApiKey,
} from '../../../shared/data/callers/apiKeys.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange, type Records } from '../../../shared/events/commitChange.ts';
import type { Moment } from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import type { Stage } from '../stage/stage.ts';

/** Returns an API key. Throws a Refusal when there is none. */
export async function existingKey(uuid: string): Promise<ApiKeyItem> {
  const found = await getApiKey(uuid);
  if (!found) throw noSuchKey(uuid);
  return found;
}

export const noSuchKey = (uuid: string): Refusal =>
  new Refusal(`There is no API key ${apiKeyIdOf({ uuid })}.`);

/** The number of callers whose keys are read at the same time. */
const callersAtOnce = 16;

/** Reads the keys of callers: each key is in its owner's list. */
export async function* listKeysOf(owners: readonly ActorId[]): AsyncGenerator<ApiKeyItem> {
  for (let start = 0; start < owners.length; start += callersAtOnce)
    yield* (await Promise.all(owners.slice(start, start + callersAtOnce).map(listApiKeys))).flat();
}

/** Commits the next state of a key, with its activity. Throws a Refusal when there is no such key. */
export const changeKey = (
  uuid: string,
  next: (key: ApiKeyItem) => ApiKeyItem,
  recordsOf: (key: ApiKeyItem) => Promise<Records>,
): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const key = await existingKey(uuid);
    const [changed] = await commitChange({
      records: await recordsOf(key),
      writes: [replaceApiKey(next(key))],
    });
    return changed;
  });

/** The latest time at which a key may end; null if the stage has no limit. */
export function latestEnd(key: Pick<ApiKeyItem, 'created_at'>, { longestKeyLifeDays }: Stage): Moment | null {
  return longestKeyLifeDays === null ? null : () => oldestAt(key, longestKeyLifeDays);
}

/** A requested end of a key. */
interface Expiry extends Pick<ApiKeyItem, 'created_at'> {
  /** The parameter with the requested end. */
  readonly parameter: string;
  /** null: never. */
  readonly when: Moment | null;
}

/**
 * Returns the date-time to store, or null for never. The time must be in the future and within the stage's longest life for keys.
 * Otherwise throws a Refusal that names the parameter.
 */
export function expiryOf(
  { parameter, when, created_at }: Expiry,
  { longestKeyLifeDays }: Stage,
  now: number,
): string | null {
  const at = when === null ? Number.POSITIVE_INFINITY : when(now);
  if (at <= now)
    throw new Refusal(`${parameter} must be in the future. To end a key at once: keys revoke <key>`);
  const latest = oldestAt({ created_at }, longestKeyLifeDays);
  if (at > latest)
    throw new Refusal(
      `${parameter} must be ${dateTimeOf(latest)} at the latest: keys of this stage end after ${longestKeyLifeDays} days (longestKeyLifeDays).`,
    );
  return dateTimeOf(at);
}

/** Returns a date-time. Infinity means never, which is null. */
const dateTimeOf = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);

/** Returns the status of a key at `now` (epoch milliseconds). */
export function keyStatus(
  key: ApiKeyItem,
  { longestKeyLifeDays }: Stage,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return endOf(key, longestKeyLifeDays) <= now ? 'expired' : 'active';
}

/** Presents a key without its secret or hash. */
export const presentKey = (apiKey: ApiKeyItem, stage: Stage, now: number) => ({
  id: apiKeyIdOf(apiKey),
  name: apiKey.name,
  status: keyStatus(apiKey, stage, now),
  owner_id: apiKey.owner_id,
  made_by: apiKey.made_by?.id ?? null,
  organization_id: apiKey.organization_id,
  permissions: apiKey.permissions,
  created_at: apiKey.created_at,
  expires_at: apiKey.expires_at,
  /** Earlier than `expires_at` if the stage's longest life for keys ends first. */
  ends_at: dateTimeOf(endOf(apiKey, stage.longestKeyLifeDays)),
  revoked_at: apiKey.revoked_at,
  usage_key_id: apiKey.usage_key?.id ?? null,
});

/** The meaning of null in a field of a key. */
export const keyBlanks = {
  made_by: 'an operator',
  organization_id: 'none, or one that its owner founded',
  permissions: "all of its owner's",
  expires_at: 'never',
  ends_at: 'never',
};
