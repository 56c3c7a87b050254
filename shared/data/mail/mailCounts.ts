import * as z from 'zod/mini';
import { dayMilliseconds, dayOf, daySeconds } from '../../contract/days.ts';
import { type ActorId, isOrganization, type Tenant, ulidOf } from '../../contract/identifiers.ts';
import {
  accessRequestMailsPerDay,
  causedMailsPerDay,
  causedMailsToOneAddressPerDay,
  mailsPerDay,
  mailsToOneAddressOfAllPerDay,
  mailsToOneAddressPerDay,
  ownerNoticesPerDay,
  personalMailsPerDay,
  youngOrganizationDays,
  youngOrganizationShare,
} from '../../contract/limits.ts';
import type { Key } from '../keys/key.ts';
import {
  accessMailCountKey,
  addressMailCountKey,
  causedMailCountKey,
  mailCountKey,
  ownerNoticeCountKey,
} from '../keys/mail.ts';
import { usageKey } from '../keys/organizations.ts';
import { type UsageItem, usageItem } from '../organizations/usage.ts';
import { attributeUpdate, type Bookkeeping, bookkeeping } from '../table/commit.ts';
import { readAs, readTogether } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/** A count is kept for a while after its day, because clocks differ. */
const keptSeconds = 2 * daySeconds;

/**
 * The mails of a day of UTC. `mails` counts all mails of the item's key. The other attributes count parts of them, by their sender and by
 * the person who caused them, so that one item decides several quotas.
 */
const countItem = z.looseObject({ mails: z.int() });
type CountItem = z.infer<typeof countItem>;

/** A mail that is to be counted. */
export interface CountedMail {
  readonly sender: Tenant;
  /** Absent: no person caused the mail. */
  readonly caused_by?: ActorId | undefined;
  readonly address_hash: string;
}

/** A count with its limit. */
interface Limited {
  /** The attribute with the count. */
  readonly name: string;
  readonly limit: number;
  /** The attribute with the sender's own part of the count. */
  readonly ownPart: string;
}

interface Counter {
  readonly key: Key;
  readonly item: CountItem | undefined;
  readonly limits: readonly Limited[];
}

/** Returns the number of mails that a tenant may send in a day, from its usage. */
export function mailQuotaOf(sender: Tenant, usage: UsageItem | undefined, now: number): number {
  if (usage?.mails_limit !== undefined) return usage.mails_limit;
  if (!isOrganization(sender)) return personalMailsPerDay;
  const isYoung =
    usage?.founded_at !== undefined &&
    now < Date.parse(usage.founded_at) + youngOrganizationDays * dayMilliseconds;
  return isYoung ? Math.floor(mailsPerDay * youngOrganizationShare) : mailsPerDay;
}

/**
 * Returns the writes that count one more mail; `held` if a quota does not allow the mail. `queued`: the mails of this sender are within all
 * quotas, and only those of other senders keep the mail waiting. The sender must not learn about these, so it sees the mail as queued.
 *
 * The writes belong to the transaction that makes the mail, so a request that does not commit counts no mail. The transaction conflicts if
 * other requests have used up a quota.
 */
export async function countingIfAllowed(
  mail: CountedMail,
  now: number,
): Promise<Bookkeeping[] | 'held' | 'queued'> {
  const counters = await countersOf(mail, now);
  const isUsedUp = (count: (limited: Limited) => string) =>
    counters.some(({ item, limits }) =>
      limits.some((limited) => Number(item?.[count(limited)] ?? 0) >= limited.limit),
    );
  if (isUsedUp(({ ownPart }) => ownPart)) return 'held';
  if (isUsedUp(({ name }) => name)) return 'queued';
  const expires = Math.floor(now / 1000) + keptSeconds;
  return counters.map((counter) => bookkeeping('mail', counting(counter, expires)));
}

async function countersOf(
  { sender, caused_by: person, address_hash }: CountedMail,
  now: number,
): Promise<Counter[]> {
  const day = dayOf(now);
  const ofSender = mailCountKey(sender, day);
  const ofPerson = person && causedMailCountKey(person, day);
  const ofAddress = addressMailCountKey(address_hash, day);
  const { own, theirs, sent, caused, received } = await readTogether({
    own: [usageItem, usageKey(sender)],
    theirs: [usageItem, person && person !== sender ? usageKey(person) : null],
    sent: [countItem, ofSender],
    caused: [countItem, ofPerson ?? null],
    received: [countItem, ofAddress],
  });
  const from = `from_${ulidOf(sender)}`;
  const by = person && `by_${ulidOf(person)}`;
  const personUsage = person === sender ? own : theirs;
  return [
    {
      key: ofSender,
      item: sent,
      limits: [{ name: 'mails', limit: mailQuotaOf(sender, own, now), ownPart: 'mails' }],
    },
    ...(ofPerson
      ? [
          {
            key: ofPerson,
            item: caused,
            limits: [
              {
                name: 'mails',
                limit: Math.max(causedMailsPerDay, personUsage?.mails_limit ?? 0),
                ownPart: from,
              },
            ],
          },
        ]
      : []),
    {
      key: ofAddress,
      item: received,
      limits: [
        { name: 'mails', limit: mailsToOneAddressOfAllPerDay, ownPart: from },
        ...(isOrganization(sender) ? [{ name: from, limit: mailsToOneAddressPerDay, ownPart: from }] : []),
        ...(by ? [{ name: by, limit: causedMailsToOneAddressPerDay, ownPart: `${from}_${by}` }] : []),
      ],
    },
  ];
}

function counting({ key, limits }: Counter, expires: number) {
  const names = [...new Set(limits.flatMap(({ name, ownPart }) => [name, ownPart]))];
  return attributeUpdate(key, {
    UpdateExpression: `SET ${table.timeToLive} = :end ADD ${names.map((name) => `${name} :one`).join(', ')}`,
    ConditionExpression: limits
      .map(({ name }, index) => `(attribute_not_exists(${name}) OR ${name} < :limit${index})`)
      .join(' AND '),
    ExpressionAttributeValues: {
      ':end': expires,
      ':one': 1,
      ...Object.fromEntries(limits.map(({ limit }, index) => [`:limit${index}`, limit])),
    },
  });
}

/**
 * Counts a notice about a new owner, for its organization and address, by an atomic addition. These notices count in no other quota, so that
 * other mails do not delay them. Returns false beyond their own quota.
 */
export const countOwnerNotice = (
  { sender, address_hash }: Pick<CountedMail, 'sender' | 'address_hash'>,
  now: number,
): Promise<boolean> =>
  hasChanged(ownerNoticeCountKey(address_hash, dayOf(now), sender), {
    set: { [table.timeToLive]: Math.floor(now / 1000) + keptSeconds },
    add: { mails: 1 },
    when: ['(attribute_not_exists(#mails) OR #mails < :limit)'],
    values: { limit: ownerNoticesPerDay },
  });

/**
 * Returns the write that counts a mail about a request for access; undefined if the address has got the most of a day. These mails count in
 * no other quota, because strangers cause them and must not use up those of an organization. The write conflicts when other requests have
 * used up the limit meanwhile.
 */
export async function countingAccessMail(addressHash: string, now: number): Promise<Bookkeeping | undefined> {
  const key = accessMailCountKey(addressHash, dayOf(now));
  const limits = [{ name: 'mails', limit: accessRequestMailsPerDay, ownPart: 'mails' }];
  const item = await readAs(countItem, key);
  if ((item?.mails ?? 0) >= accessRequestMailsPerDay) return undefined;
  return bookkeeping('mail', counting({ key, item, limits }, Math.floor(now / 1000) + keptSeconds));
}
