import { type ApiKeyItem, apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import { getCaller, listCallers } from '../../../shared/data/callers/callers.ts';
import { listKeyUses } from '../../../shared/data/callers/keyUses.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { KeyOrBeginning } from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { existingKey, keyBlanks, listKeysOf, presentKey } from './keyRecords.ts';

/** Shows a key, its owner and its last use. */
export async function showKey({ stage, output, now }: Admin, reference: KeyOrBeginning): Promise<void> {
  const key =
    'uuid' in reference ? await existingKey(reference.uuid) : await keyThatBegins(reference.beginning);
  const [owner, uses] = await Promise.all([getCaller(key.owner_id), listKeyUses([key.uuid])]);
  const { id, name, status, owner_id, ...others } = presentKey(key, stage, now);
  output.record(
    {
      id,
      name,
      status,
      owner_id,
      owner_name: owner?.name ?? null,
      owner_email: owner?.email ?? null,
      owner_disabled_at: owner?.disabled_at ?? null,
      ...others,
      last_used_at: uses.get(key.uuid) ?? null,
      name_in_logs: `key:${key.uuid}`,
    },
    { ...keyBlanks, owner_disabled_at: 'not disabled', revoked_at: 'not revoked', last_used_at: 'never' },
  );
}

/** Reads the keys of all callers, because no list sorts keys by their ids. Throws a Refusal unless exactly one key has this beginning. */
async function keyThatBegins(beginning: string): Promise<ApiKeyItem> {
  const owners = (await listCallers()).map(({ id }) => id);
  const found: ApiKeyItem[] = [];
  for await (const key of listKeysOf(owners))
    if (apiKeyIdOf(key).startsWith(`key_${beginning}`)) found.push(key);
  const [key, another] = found;
  if (!key) throw new Refusal(`No API key begins so: key_${beginning}...`);
  if (another)
    throw new Refusal(`Several API keys begin so. Name one of them: ${found.map(apiKeyIdOf).join(', ')}`);
  return key;
}
