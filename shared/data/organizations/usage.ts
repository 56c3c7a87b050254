import * as z from 'zod/mini';
import type { OrganizationId, Tenant } from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { log } from '../../runtime/log.ts';
import { uncountedList, usageKey } from '../keys/organizations.ts';
import { attributeUpdate, type Change } from '../table/commit.ts';
import { readItem } from '../table/read.ts';
import { filterIndex } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { placeIn } from '../work/waiting.ts';

/**
 * What a tenant has stored, and its quotas. Requests change the item outside of transactions: concurrent additions follow each other, and
 * conflict only when an operator sets a quota. DynamoDB can make 1,000 additions a second to the item (Amazon DynamoDB, "Partitions"). The
 * list of the tenant's documents takes fewer new documents a second, so the item is not the bottleneck.
 */
export const usageItem = z.object({
  documents: z._default(z.int(), 0),
  stored_bytes: z._default(z.int(), 0),
  /** Absent: the stage's quotas apply. */
  documents_limit: z.optional(z.int()),
  stored_bytes_limit: z.optional(z.int()),
  /** The quota of organizations that a person founds. The person's item counts them. */
  organizations_limit: z.optional(z.int()),
  /** The quota of mails that are sent for the tenant in a day. */
  mails_limit: z.optional(z.int()),
  /** The time when a request founded the organization. Absent: an operator or the seed did, or an earlier release, or it is a person. */
  founded_at: z.optional(dateTime),
  /** The time when everything stored was last counted. Absent: never. */
  counted_at: z.optional(dateTime),
  /** Nothing was added or taken back since the last count began, and that count found nothing wrong. */
  is_unused: z.optional(z.literal(true)),
  /** The place among the tenants to be counted. Absent: no count is planned. */
  [filterIndex.sortKey]: z.optional(z.string()),
  /** The counts at the time when counting began; `counted` below has the progress of counting. Absent: no count is under way. */
  documents_before: z.optional(z.int()),
  stored_bytes_before: z.optional(z.int()),
  /** The uses that were taken back since counting began. */
  documents_released: z.optional(z.int()),
  stored_bytes_released: z.optional(z.int()),
  /** The bytes of versions that were deleted since counting began. */
  stored_bytes_freed: z.optional(z.int()),
  counted: z.optional(
    z.object({ partition: z.string(), after: z.string(), documents: z.int(), stored_bytes: z.int() }),
  ),
});
export type UsageItem = z.infer<typeof usageItem>;

/** The amounts that are counted when something is stored. */
export const quotas = ['documents', 'stored_bytes'] as const;
export type Quota = (typeof quotas)[number];
export type Amounts = Readonly<Record<Quota, number>>;

export interface Use extends Amounts {
  readonly tenant: Tenant;
}

/** Returns the usage of a tenant. A tenant that has stored nothing yet has no item. */
export async function getUsage(tenant: Tenant): Promise<UsageItem> {
  return z.parse(usageItem, (await readItem(usageKey(tenant))) ?? {});
}

/** The first addition after a pause plans a count this much later. */
const countAfterMilliseconds = 5 * 60_000;

/**
 * Adds a use to its tenant's counts by one atomic addition. If the tenant has reached a quota, adds nothing and returns that quota. The
 * quota of stored bytes can be exceeded only by the upload that reaches it, and by less than the size of this upload, even if many uploads
 * come at the same time. `byDefault`: the quotas of tenants without their own.
 */
export async function reserve(
  { tenant, ...amounts }: Use,
  byDefault: Amounts,
): Promise<{ readonly quota: Quota; readonly limit: number } | undefined> {
  const used = quotas.filter((quota) => amounts[quota] > 0);
  const place = placeIn(uncountedList, tenant, Date.now() + countAfterMilliseconds);
  const added = await changeIf(usageKey(tenant), {
    setOnce: place,
    remove: ['is_unused'],
    add: { ...amounts },
    when: used.map(isLeft),
    values: Object.fromEntries(used.map((quota) => [`${quota}_default`, byDefault[quota]])),
  });
  if (added) return undefined;
  const usage = await getUsage(tenant);
  // The count may be wrong. A refused tenant adds nothing, so no addition would plan a new count.
  if (usage[filterIndex.sortKey] === undefined) await changeIf(usageKey(tenant), { setOnce: place });
  return exceeded(usage, used, byDefault);
}

/** In DynamoDB, a comparison with a missing attribute is false. */
const isLeft = (quota: Quota): string =>
  `(attribute_not_exists(${quota}) OR ${quota} < ${quota}_limit OR ` +
  `(attribute_not_exists(${quota}_limit) AND ${quota} < :${quota}_default))`;

function exceeded(usage: UsageItem, used: readonly Quota[], byDefault: Amounts) {
  const limits = used.map((quota) => ({ quota, limit: usage[`${quota}_limit`] ?? byDefault[quota] }));
  return limits.find(({ quota, limit }) => usage[quota] >= limit) ?? limits[0];
}

/**
 * Takes back a use for which nothing was stored. A count that is under way could not distinguish this use from uploads during the count, so
 * the use is also recorded for that count. Another count follows. Never throws: the next count corrects what this cannot take back.
 */
export async function release({ tenant, documents, stored_bytes }: Use): Promise<void> {
  try {
    await changeIf(usageKey(tenant), {
      remove: ['is_unused'],
      add: {
        documents: -documents,
        stored_bytes: -stored_bytes,
        documents_released: documents,
        stored_bytes_released: stored_bytes,
      },
    });
  } catch (error) {
    log.warn('use not taken back', { tenant, documents, stored_bytes, error });
  }
}

/**
 * Subtracts the bytes of a version that was deleted. A count that is under way may or may not have counted the version, so the bytes are
 * also recorded for that count. Another count follows. Never throws: the next count corrects what this cannot subtract.
 */
export async function free(tenant: Tenant, stored_bytes: number): Promise<void> {
  try {
    await changeIf(usageKey(tenant), {
      remove: ['is_unused'],
      add: { stored_bytes: -stored_bytes, stored_bytes_freed: stored_bytes },
      when: ['attribute_exists(#stored_bytes)'],
    });
  } catch (error) {
    log.warn('bytes not freed', { tenant, stored_bytes, error });
  }
}

/**
 * Schedules a count of a tenant after something was removed. The count finds what is stored then. Nothing is subtracted here, so a worker
 * that was killed can repeat the call.
 */
export async function scheduleCount(tenant: Tenant, now: number): Promise<void> {
  await changeIf(usageKey(tenant), {
    setOnce: placeIn(uncountedList, tenant, now + countAfterMilliseconds),
    remove: ['is_unused'],
    // There is nothing to count for a removed organization, or for a tenant that never stored anything.
    when: ['attribute_exists(#documents)'],
  });
}

/** Returns the write that remembers when a request founded an organization, which then sends less mail for some days. */
export const setFounded = (organizationId: OrganizationId, now: number): Change =>
  attributeUpdate(usageKey(organizationId), {
    UpdateExpression: 'SET founded_at = :now',
    ExpressionAttributeValues: { ':now': new Date(now).toISOString() },
  });

const limited = [...quotas, 'organizations', 'mails'] as const;
/** null: the stage's quota applies; undefined: no change. */
export type Limits = Partial<Record<(typeof limited)[number], number | null | undefined>>;

/** Returns the writes that set a tenant's own quotas; none when `limits` names none. Uses that are counted meanwhile are not lost. */
export function setLimits(tenant: Tenant, limits: Limits): Change[] {
  const set = limited.filter((quota) => typeof limits[quota] === 'number');
  const removed = limited.filter((quota) => limits[quota] === null).map((quota) => `${quota}_limit`);
  if (set.length + removed.length === 0) return [];
  const assignments = [
    // A tenant that has stored nothing has no counts, and a missing count passes every quota (`isLeft`), even a quota of 0. So missing
    // counts become 0.
    ...quotas.map((quota) => `${quota} = if_not_exists(${quota}, :zero)`),
    ...set.map((quota) => `${quota}_limit = :${quota}`),
  ];
  return [
    attributeUpdate(usageKey(tenant), {
      UpdateExpression: `SET ${assignments.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ExpressionAttributeValues: {
        ':zero': 0,
        ...Object.fromEntries(set.map((quota) => [`:${quota}`, limits[quota]])),
      },
    }),
  ];
}
