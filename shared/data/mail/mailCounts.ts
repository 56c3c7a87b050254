import type { Tenant } from '../../contract/identifiers.ts';
import { isOrganization } from '../../contract/identifiers.ts';
import { mailsPerDay, mailsToOneAddressPerDay, personalMailsPerDay } from '../../contract/limits.ts';
import { getUsage } from '../organizations/usage.ts';
import { mailCountKey } from '../table/keys.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/** Counts are kept for a while after their day, because clocks differ. */
const keptSeconds = 2 * 24 * 60 * 60;

/** Returns the mails that a tenant may send in a day. */
export async function mailQuotaOf(sender: Tenant): Promise<number> {
  const { mails_limit } = await getUsage(sender);
  return mails_limit ?? (isOrganization(sender) ? mailsPerDay : personalMailsPerDay);
}

/**
 * Counts a mail in the quotas of its sender for a day of UTC, by atomic additions. Returns whether they allow it. A mail that is counted
 * and not sent counts all the same.
 */
export async function countMail(sender: Tenant, addressHash: string, now: number): Promise<boolean> {
  const nowSeconds = Math.floor(now / 1000);
  const day = new Date(now).toISOString().slice(0, 10);
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
  // The mail is tried again later, and must not use up the quota of its address by that.
  if (isOrganization(sender))
    await hasChanged(mailCountKey(sender, day, addressHash), { add: { mails: -1 } });
  return false;
}
