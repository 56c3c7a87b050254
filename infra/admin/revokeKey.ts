import type { ApiKeyItem } from '../../shared/data/apiKeys.ts';
import { revokeKey as revoke } from '../../shared/events/apiKeys.ts';
import { operator } from '../../shared/events/describe.ts';
import { type Admin, readable } from './admin.ts';
import { changeKey, existingKey, keyBlanks, presentKey } from './keyRecords.ts';
import { actsOnUnboundKey } from './recording.ts';
import { Refusal } from './refusal.ts';
import type { Stage } from './stage.ts';

export async function revokeKey(admin: Admin, uuid: string): Promise<void> {
  const stage = await admin.connect();
  const output = admin.output();
  const before = await existingKey(uuid);
  const now = admin.now();
  output.record(presentKey(await endKey(stage, before, now), stage, now), keyBlanks);
  output.note(
    before.revoked_at === null
      ? 'The key is revoked. It stops working within 30 seconds.'
      : `The key was revoked already, at ${before.revoked_at}.`,
  );
}

/**
 * Ends a key. That comes first and must never wait for API Gateway; the key it was metered by is deleted afterwards,
 * or when a key that has ended is ended again.
 */
export async function endKey(stage: Stage, key: ApiKeyItem, now: number): Promise<ApiKeyItem> {
  const acts = (loaded: ApiKeyItem) => actsOnUnboundKey('api_key.revoked', loaded);
  return withoutUsageKey(stage, key.revoked_at === null ? await revoke(key.uuid, operator, now, acts) : key);
}

async function withoutUsageKey({ usageKeys }: Stage, revoked: ApiKeyItem): Promise<ApiKeyItem> {
  if (revoked.usage_key === null || usageKeys === null) return revoked;
  const { id } = revoked.usage_key;
  await usageKeys.delete(id).catch((error: unknown) => {
    throw new Refusal(
      `The key is revoked, but its API Gateway key ${id} could not be deleted: ${readable(error)}. Run the command again.`,
    );
  });
  return changeKey(revoked.uuid, (key) => ({ ...key, usage_key: null }));
}
