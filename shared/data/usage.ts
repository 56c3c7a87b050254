import * as z from 'zod/mini';
import type { Tenant } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { log } from '../log.ts';
import { attributeUpdate, type Change } from './commit.ts';
import { uncountedList, usageKey } from './keys.ts';
import { readItem } from './read.ts';
import { filterIndex } from './table.ts';
import { changeIf } from './update.ts';
import { placeIn } from './waiting.ts';

/**
 * The item holds what a tenant has stored, and its quotas. No request has it in a transaction: additions to it wait for each other
 * and conflict with nothing but an operator who sets a quota. It takes 1,000 a second (Amazon DynamoDB, "Partitions"), more than a
 * tenant's list takes documents.
 */
export const usageItem = z.object({
  documents: z._default(z.int(), 0),
  stored_bytes: z._default(z.int(), 0),
  /** Absent: the stage's quotas hold. */
  documents_limit: z.optional(z.int()),
  stored_bytes_limit: z.optional(z.int()),
  /** Of the organizations that a person founds. Those are counted with the person. */
  organizations_limit: z.optional(z.int()),
  /** The last time that everything stored was counted. Absent: it was not counted yet. */
  counted_at: z.optional(dateTime),
  /** Nothing was added or taken back since counting last began, and it found nothing wrong. */
  is_unused: z.optional(z.literal(true)),
  /** The place among the tenants to be counted. Absent: no count is to come. */
  [filterIndex.sortKey]: z.optional(z.string()),
  /** The values at which counting began, and how far it has come. Absent: nobody is counting. */
  documents_before: z.optional(z.int()),
  stored_bytes_before: z.optional(z.int()),
  /** The uses that were taken back since counting began. */
  documents_released: z.optional(z.int()),
  stored_bytes_released: z.optional(z.int()),
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

/** Returns what a tenant has stored. One that has stored nothing yet has no item. */
export async function getUsage(tenant: Tenant): Promise<UsageItem> {
  return z.parse(usageItem, (await readItem(usageKey(tenant))) ?? {});
}

/** The first addition after a time without any has everything counted so much later. */
const countAfterMilliseconds = 5 * 60_000;

/**
 * Adds a use to what its tenant has, by one atomic addition, unless the tenant has as much already as a quota allows. Returns
 * that quota then. So what reaches `stored_bytes` is the last to be let in, and goes beyond by less than its own size;
 * however many come at once, nothing else exceeds a quota. `byDefault`: the quotas of tenants without any of their own.
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
  // A tenant that a wrong count refuses adds nothing, and would never be counted again.
  if (usage[filterIndex.sortKey] === undefined) await changeIf(usageKey(tenant), { setOnce: place });
  return exceeded(usage, used, byDefault);
}

/** A comparison with an attribute that is not there is false. */
const isLeft = (quota: Quota): string =>
  `(attribute_not_exists(${quota}) OR ${quota} < ${quota}_limit OR ` +
  `(attribute_not_exists(${quota}_limit) AND ${quota} < :${quota}_default))`;

function exceeded(usage: UsageItem, used: readonly Quota[], byDefault: Amounts) {
  const limits = used.map((quota) => ({ quota, limit: usage[`${quota}_limit`] ?? byDefault[quota] }));
  return limits.find(({ quota, limit }) => usage[quota] >= limit) ?? limits[0];
}

/**
 * Takes a use back of which nothing was stored, and says so to a count that is under way, which could not tell it from what
 * was stored meanwhile. Another count follows. Never throws: what it cannot take back, the next count does.
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
 * Has a tenant counted of whom something was removed. Nothing is taken back here, so it can be asked for again by a worker that
 * was killed: the count finds what is left.
 */
export async function haveCounted(tenant: Tenant, now: number): Promise<void> {
  await changeIf(usageKey(tenant), {
    setOnce: placeIn(uncountedList, tenant, now + countAfterMilliseconds),
    remove: ['is_unused'],
    // Of an organization that was removed there is nothing to be counted, nor of one that never stored anything.
    when: ['attribute_exists(#documents)'],
  });
}

const limited = [...quotas, 'organizations'] as const;
/** null: the stage's quota holds; undefined: whatever holds now. */
export type Limits = Partial<Record<(typeof limited)[number], number | null | undefined>>;

/** Returns what sets quotas of a tenant's own: nothing where none is named. Uses that are counted meanwhile are not lost. */
export function setLimits(tenant: Tenant, limits: Limits): Change[] {
  const set = limited.filter((quota) => typeof limits[quota] === 'number');
  const removed = limited.filter((quota) => limits[quota] === null).map((quota) => `${quota}_limit`);
  if (set.length + removed.length === 0) return [];
  const assignments = [
    // A quota of 0 is reached by a count that is there.
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
