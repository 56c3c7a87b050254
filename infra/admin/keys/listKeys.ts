import { type ApiKeyItem, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { listCallers } from '../../../shared/data/callers/callers.ts';
import { listKeyUses } from '../../../shared/data/callers/keyUses.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference, Moment } from '../commandLine/arguments.ts';
import { existingCaller } from '../commandLine/lookups.ts';
import { keyBlanks, listKeysOf, presentKey } from './keyRecords.ts';

interface ListOptions {
  /** Keeps keys that were issued before this time. */
  readonly olderThan?: Moment;
  /** Keeps keys that were not used since this time. */
  readonly unusedFor?: Moment;
}

/** Lists the keys of a caller, or all keys: oldest first, or longest unused first on request. */
export async function listKeys(
  { stage, output, now }: Admin,
  owner: CallerReference | undefined,
  { olderThan, unusedFor }: ListOptions,
): Promise<void> {
  const keys = owner === undefined ? await everyKey() : await listApiKeys((await existingCaller(owner)).id);
  const uses = await listKeyUses(keys.map(({ uuid }) => uuid));
  const found = keys
    .map((key) => {
      const last_used_at = uses.get(key.uuid) ?? null;
      return {
        row: { ...presentKey(key, stage, now), last_used_at },
        createdAt: Date.parse(key.created_at),
        unusedSince: last_used_at === null ? Date.parse(key.created_at) : endOfHour(last_used_at),
      };
    })
    .filter(({ createdAt }) => olderThan === undefined || createdAt <= olderThan(now))
    .filter(({ unusedSince }) => unusedFor === undefined || unusedSince <= unusedFor(now))
    .filter(({ row }) => (!olderThan && !unusedFor) || row.status === 'active')
    .sort((a, b) => (unusedFor ? a.unusedSince - b.unusedSince : a.createdAt - b.createdAt))
    .map(({ row }) => row);

  output.list('API keys', found, {
    columns: [
      ...(['id', 'name', 'status'] as const),
      ...(owner === undefined ? (['owner_id'] as const) : []),
      ...(['organization_id', 'permissions', 'created_at', 'last_used_at', 'expires_at'] as const),
      ...(stage.longestKeyLifeDays === null ? [] : (['ends_at'] as const)),
    ],
    blanks: { ...keyBlanks, last_used_at: 'never' },
  });
}

const hourMilliseconds = 3_600_000;
/** A use is recorded by the hour, so the key may have been used until the hour's end. */
const endOfHour = (hour: string): number => Date.parse(hour) + hourMilliseconds;

async function everyKey(): Promise<ApiKeyItem[]> {
  const keys: ApiKeyItem[] = [];
  for await (const key of listKeysOf((await listCallers()).map(({ id }) => id))) keys.push(key);
  return keys;
}
