import * as z from 'zod/mini';
import type { Tenant } from '../../contract/identifiers.ts';
import { sha256Of } from '../../text/sha256.ts';
import { mailBlockKey } from '../keys/mail.ts';
import { bookkeeping, removalIfThere, removalOfSeen, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { queryAs, readAs, readTogether } from '../table/read.ts';
import { hasChanged } from '../table/update.ts';

/**
 * A block of mail to an address: of all mail, or of the mail of one sender. A permanent bounce blocks all mail. A complaint blocks the mail
 * of its sender, and all mail if people at the address complained about another sender before. The receiver can stop the mail of a sender.
 * These items do not expire. An item has only the hash of the address, so nobody can read a list of addresses from the table.
 */
const blockItem = z.object({
  sk: z.string(),
  reason: z.enum(['opted_out', 'bounced', 'complained']),
  since: z.string(),
});
type MailBlock = z.infer<typeof blockItem>;

/** Returns the hash of an address in the form that `normalizedEmail` returns. The table has only this hash. */
export const addressHashOf = (email: string): string => sha256Of(email);

/**
 * Returns how the mail of a sender to an address is blocked; undefined: it is not. `own`: the receiver stopped it, or it bounced or drew a
 * complaint, so the sender may learn that its mail is refused. `others`: the mail of other senders did, so this sender must not learn it.
 *
 * @param despiteOptOut whether the mail is sent although the receiver stopped the mail of the sender. Default: it is not
 */
export async function blockOf(
  addressHash: string,
  sender: Tenant,
  despiteOptOut = false,
): Promise<'own' | 'others' | undefined> {
  const { all, own } = await readTogether({
    all: [blockItem, mailBlockKey(addressHash, 'all')],
    own: [blockItem, mailBlockKey(addressHash, sender)],
  });
  if (own && !(despiteOptOut && own.reason === 'opted_out')) return 'own';
  return all && 'others';
}

/** Stops mail of a sender to an address, because the receiver wants no more of it. A repeated call keeps the first time and reason. */
export const stopMail = (addressHash: string, sender: Tenant, now: number): Promise<void> =>
  block(addressHash, sender, 'opted_out', now);

/** Stops all mail to an address that bounced permanently. Its sender may learn that. */
export async function recordBounce(addressHash: string, sender: Tenant, now: number): Promise<void> {
  await block(addressHash, sender, 'bounced', now);
  await block(addressHash, 'all', 'bounced', now);
}

/**
 * Stops mail of a sender to an address after a complaint, and all mail if there was a complaint about another sender. The block stays when
 * the receiver allows mail by the link of a mail. After an interruption, a retry continues.
 */
export async function recordComplaint(addressHash: string, sender: Tenant, now: number): Promise<void> {
  await hasChanged(mailBlockKey(addressHash, sender), {
    set: { reason: 'complained' },
    setOnce: { since: new Date(now).toISOString() },
  });
  const blocks = await listMailBlocks(addressHash);
  const { sk: own } = mailBlockKey(addressHash, sender);
  if (blocks.some(({ sk, reason }) => sk !== own && reason === 'complained'))
    await block(addressHash, 'all', 'complained', now);
}

const block = async (
  addressHash: string,
  sender: Tenant | 'all',
  reason: MailBlock['reason'],
  now: number,
): Promise<void> => {
  await hasChanged(mailBlockKey(addressHash, sender), {
    setOnce: { reason, since: new Date(now).toISOString() },
  });
};

const listMailBlocks = (addressHash: string): Promise<MailBlock[]> =>
  queryAs(blockItem, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': mailBlockKey(addressHash, 'all').pk },
    ConsistentRead: true,
  });

/** Allows mail of a sender that the receiver stopped. A block after a bounce or a complaint stays. */
export async function allowMailOf(addressHash: string, sender: Tenant): Promise<void> {
  const stopped = removalOfSeen(mailBlockKey(addressHash, sender), { reason: 'opted_out' });
  await unlessConflict(writeBookkeeping([bookkeeping('mail', stopped)]));
}

/** Removes every block of an address. Returns the number of removed blocks. */
export async function allowMail(addressHash: string): Promise<number> {
  const found = await listMailBlocks(addressHash);
  const { pk } = mailBlockKey(addressHash, 'all');
  await writeBookkeeping(found.map(({ sk }) => bookkeeping('mail', removalIfThere({ pk, sk }))));
  return found.length;
}

/** Returns whether the receiver at an address stopped the mail of a sender. */
export const hasOptedOut = async (addressHash: string, sender: Tenant): Promise<boolean> =>
  (await readAs(blockItem, mailBlockKey(addressHash, sender)))?.reason === 'opted_out';
