import * as z from 'zod/mini';
import type { Tenant } from '../../contract/identifiers.ts';
import { sha256Of } from '../../encoding/sha256.ts';
import { bookkeeping, removalIfThere, writeBookkeeping } from '../table/commit.ts';
import { type Key, mailBlockKey } from '../table/keys.ts';
import { queryAs, readAs, readTogether } from '../table/read.ts';
import { hasChanged } from '../table/update.ts';

/**
 * An address that gets no mail: none at all after a permanent bounce or a complaint, or none of a sender whose mail it stopped. These items
 * do not expire. They have the hash of the address only, so a list of addresses cannot be made of them.
 */
const blockItem = z.object({
  sk: z.string(),
  reason: z.enum(['opted_out', 'bounced', 'complained']),
  since: z.string(),
});
type MailBlock = z.infer<typeof blockItem>;

/** Returns the hash by which the table knows an address, as `normalizedEmail` returns it. */
export const addressHashOf = (email: string): string => sha256Of(email);

/** Returns whether an address gets no mail of a sender. */
export async function isBlocked(addressHash: string, sender: Tenant): Promise<boolean> {
  const { all, own } = await readTogether({
    all: [blockItem, mailBlockKey(addressHash, 'all')],
    own: [blockItem, mailBlockKey(addressHash, sender)],
  });
  return all !== undefined || own !== undefined;
}

/** Stops mail to an address, of one sender or `all`. A repetition keeps the first time and reason. */
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

/** Allows mail to an address again: that of one sender, or, for `all`, mail after a bounce or a complaint. */
export const unblockMail = (addressHash: string, sender: Tenant | 'all'): Promise<void> =>
  removeBlocks([mailBlockKey(addressHash, sender)]);

const removeBlocks = async (keys: readonly Key[]): Promise<void> => {
  await writeBookkeeping(keys.map((key) => bookkeeping('mail', removalIfThere(key))));
};

/** Lifts every block of an address. Returns their number. */
export async function allowMail(addressHash: string): Promise<number> {
  const found = await listMailBlocks(addressHash);
  await removeBlocks(found.map(({ sk }) => ({ pk: mailBlockKey(addressHash, 'all').pk, sk })));
  return found.length;
}

/** Returns whether an address stopped the mail of a sender. */
export const hasOptedOut = async (addressHash: string, sender: Tenant): Promise<boolean> =>
  (await readAs(blockItem, mailBlockKey(addressHash, sender))) !== undefined;
