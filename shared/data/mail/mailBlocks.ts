import * as z from 'zod/mini';
import type { Tenant } from '../../contract/identifiers.ts';
import { sha256Of } from '../../encoding/sha256.ts';
import { bookkeeping, removalIfThere, writeBookkeeping } from '../table/commit.ts';
import { type Key, mailBlockKey } from '../table/keys.ts';
import { queryAs, readAs, readTogether } from '../table/read.ts';
import { hasChanged } from '../table/update.ts';

/**
 * A block of mail to an address. After a permanent bounce or a complaint, it blocks all mail. After the receiver has stopped the mail of
 * one sender, it blocks the mail of this sender. These items do not expire. An item has only the hash of the address, so nobody can read a
 * list of addresses from the table.
 */
const blockItem = z.object({
  sk: z.string(),
  reason: z.enum(['opted_out', 'bounced', 'complained']),
  since: z.string(),
});
type MailBlock = z.infer<typeof blockItem>;

/** Returns the hash of an address in the form that `normalizedEmail` returns. The table has only this hash. */
export const addressHashOf = (email: string): string => sha256Of(email);

/** Returns whether the mail of a sender to an address is blocked. */
export async function isBlocked(addressHash: string, sender: Tenant): Promise<boolean> {
  const { all, own } = await readTogether({
    all: [blockItem, mailBlockKey(addressHash, 'all')],
    own: [blockItem, mailBlockKey(addressHash, sender)],
  });
  return all !== undefined || own !== undefined;
}

/** Stops mail to an address, from one sender or from all. A repeated call keeps the first time and reason. */
export const blockMail = async (
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

/** Removes one block of an address: the block of one sender's mail or, with `all`, the block of all mail after a bounce or a complaint. */
export const unblockMail = (addressHash: string, sender: Tenant | 'all'): Promise<void> =>
  removeBlocks([mailBlockKey(addressHash, sender)]);

const removeBlocks = async (keys: readonly Key[]): Promise<void> => {
  await writeBookkeeping(keys.map((key) => bookkeeping('mail', removalIfThere(key))));
};

/** Removes every block of an address. Returns the number of removed blocks. */
export async function allowMail(addressHash: string): Promise<number> {
  const found = await listMailBlocks(addressHash);
  await removeBlocks(found.map(({ sk }) => ({ pk: mailBlockKey(addressHash, 'all').pk, sk })));
  return found.length;
}

/** Returns whether the receiver at an address stopped the mail of a sender. */
export const hasOptedOut = async (addressHash: string, sender: Tenant): Promise<boolean> =>
  (await readAs(blockItem, mailBlockKey(addressHash, sender))) !== undefined;
