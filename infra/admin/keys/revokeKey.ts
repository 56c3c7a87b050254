import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/revokeKey.ts';
import { type ApiKeyItem, apiKeyIdOf, removeUsageKey } from '../../../shared/data/callers/apiKeys.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { type Admin, readable } from '../commandLine/admin.ts';
import { recordsOfUnboundKey } from '../commandLine/recording.ts';
import { Refusal } from '../commandLine/refusal.ts';
import type { Stage } from '../stage/stage.ts';
import { existingKey, keyBlanks, noSuchKey, presentKey } from './keyRecords.ts';

export async function revokeKey({ stage, output, now, confirm }: Admin, uuid: string): Promise<void> {
  const before = await existingKey(uuid);
  if (before.revoked_at === null)
    await confirm(`The key ${apiKeyIdOf(before)} (${before.name}) of ${before.owner_id} ends for good.`);
  output.record(presentKey(await endKey(stage, before, now), stage, now), keyBlanks);
  output.note(
    before.revoked_at === null
      ? 'The key is revoked. It stops working within 30 seconds.'
      : `The key was revoked already, at ${before.revoked_at}.`,
  );
}

/**
 * Revokes a key, then deletes its API Gateway key. The revocation comes first, so that a failure of API Gateway cannot prevent the
 * revocation. If the deletion fails, the operator repeats the command.
 */
export async function endKey(stage: Stage, { uuid }: ApiKeyItem, now: number): Promise<ApiKeyItem> {
  const recordsOfUnbound = recordsOfUnboundKey('api_key.revoked');
  const outcome = await acts.revokeKey({ uuid, by: operator, now, recordsOfUnbound });
  return withoutUsageKey(stage, accepted(outcome, { no_key: () => noSuchKey(uuid) }));
}

/** Deletes the API Gateway key. The deletion has no entry of activity, because clients never see API Gateway keys. */
async function withoutUsageKey({ usageKeys }: Stage, revoked: ApiKeyItem): Promise<ApiKeyItem> {
  if (revoked.usage_key === null || usageKeys === null) return revoked;
  const { id } = revoked.usage_key;
  await usageKeys.delete(id).catch((error: unknown) => {
    throw new Refusal(
      `The key is revoked, but its API Gateway key ${id} could not be deleted: ${readable(error)}. Run the command again.`,
    );
  });
  return retryOnConflict(async () => {
    const [changed] = await writeBookkeeping([removeUsageKey(await existingKey(revoked.uuid))]);
    return changed;
  });
}
