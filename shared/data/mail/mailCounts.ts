import * as z from 'zod/mini';
import type { Tenant } from '../../contract/identifiers.ts';
import { isOrganization } from '../../contract/identifiers.ts';
import { mailsPerDay, mailsToOneAddressPerDay, personalMailsPerDay } from '../../contract/limits.ts';
import { getUsage } from '../organizations/usage.ts';
import { attributeUpdate, type Bookkeeping, bookkeeping } from '../table/commit.ts';
import { mailCountKey } from '../table/keys.ts';
import { readTogether } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/** A count is kept for a while after its day, because clocks differ. */
const keptSeconds = 2 * 24 * 60 * 60;

const countItem = z.object({ mails: z.int() });

/** Returns the day of UTC. */
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Returns the number of mails that a tenant may send in a day. */
export async function mailQuotaOf(sender: Tenant): Promise<number> {
  const { mails_limit } = await getUsage(sender);
  return mails_limit ?? (isOrganization(sender) ? mailsPerDay : personalMailsPerDay);
}

/** Returns the writes that count one more mail; undefined when a quota does not allow the mail. */
export async function countingIfAllowed(
  sender: Tenant,
  addressHash: string,
  now: number,
): Promise<Bookkeeping[] | undefined> {
  const day = dayOf(now);
  const [quota, { all, toAddress }] = await Promise.all([
    mailQuotaOf(sender),
    readTogether({
      all: [countItem, mailCountKey(sender, day)],
      toAddress: [countItem, isOrganization(sender) ? mailCountKey(sender, day, addressHash) : null],
    }),
  ]);
  const isAllowed = (all?.mails ?? 0) < quota && (toAddress?.mails ?? 0) < mailsToOneAddressPerDay;
  return isAllowed ? counting(sender, addressHash, quota, now) : undefined;
}

/**
 * Returns the writes that count a mail. They belong to the transaction that makes the mail, so a request that does not commit counts no
 * mail. The transaction conflicts if other requests have used up a quota. `quota`: the quota of the sender, which must not be 0.
 */
function counting(sender: Tenant, addressHash: string, quota: number, now: number): Bookkeeping[] {
  const day = dayOf(now);
  const count = (limit: number, hash?: string) =>
    attributeUpdate(mailCountKey(sender, day, hash), {
      UpdateExpression: `SET ${table.timeToLive} = :end ADD mails :one`,
      ConditionExpression: 'attribute_not_exists(mails) OR mails < :limit',
      ExpressionAttributeValues: { ':end': Math.floor(now / 1000) + keptSeconds, ':one': 1, ':limit': limit },
    });
  const ofAddress = isOrganization(sender) ? [count(mailsToOneAddressPerDay, addressHash)] : [];
  return [count(quota), ...ofAddress].map((write) => bookkeeping('mail', write));
}

/**
 * Counts a held mail against the quotas of its sender for a day of UTC, by atomic additions. Returns whether the quotas allow the mail. A
 * counted mail stays counted, even if it is not sent.
 */
export async function countMail(sender: Tenant, addressHash: string, now: number): Promise<boolean> {
  const nowSeconds = Math.floor(now / 1000);
  const day = dayOf(now);
  const count = (limit: number, hash?: string) =>
    hasChanged(mailCountKey(sender, day, hash), {
      set: { [table.timeToLive]: nowSeconds + keptSeconds },
      add: { mails: 1 },
      when: [limit > 0 ? '(attribute_not_exists(#mails) OR #mails < :limit)' : '(#mails < :limit)'],
      values: { limit },
    });
  const quota = await mailQuotaOf(sender);
  if (isOrganization(sender) && !(await count(mailsToOneAddressPerDay, addressHash))) return false;
  if (await count(quota)) return true;
  // The mail is tried again later. Each try must not use up a part of the quota of its address, so this try is subtracted again.
  if (isOrganization(sender))
    await hasChanged(mailCountKey(sender, day, addressHash), { add: { mails: -1 } });
  return false;
}
