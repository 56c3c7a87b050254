import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import type { OrganizationId, Tenant } from '../../contract/identifiers.ts';
import type { Key } from '../keys/key.ts';
import { copiesKey, hostKey, slowFilesKey } from '../keys/work.ts';
import { readItem } from '../table/read.ts';
import { table } from '../table/table.ts';
import { acquireLease, isFree, type Lease, lease, releaseLease } from './leases.ts';

/** Slots limit the work that is done at the same time. Each slot is a lease, so the slot of a killed worker becomes free. */
export interface Slots {
  readonly key: Key;
  readonly count: number;
}

/** The slots of a host for the lanes of one organization. A lane that holds a slot sends one request at a time. */
export const slotsOfHost = (organizationId: OrganizationId, host: string, count: number): Slots => ({
  key: hostKey(organizationId, host),
  count,
});

/** The slots for a tenant's slow files. The processing of such a file holds one slot. */
export const slotsForSlowFiles = (tenant: Tenant, count: number): Slots => ({
  key: slowFilesKey(tenant),
  count,
});

/**
 * The slots for making copies of a tenant's files for readers. Drawing the pages of a version holds one slot, and stamping a copy holds
 * one.
 */
export const slotsForCopies = (tenant: Tenant, count: number): Slots => ({
  key: copiesKey(tenant),
  count,
});

/** A slot that a worker holds. */
export interface Slot {
  readonly key: Key;
  readonly name: string;
  readonly held: Lease;
}

/** The time after which DynamoDB may remove an item whose slots are all free. */
const keptSeconds = daySeconds;

/**
 * Acquires one of the slots until `until` (epoch milliseconds). Returns undefined when no slot is free. A retry of the same worker gets the
 * same slot.
 */
export async function acquireSlot(
  { key, count }: Slots,
  leaseId: string,
  now: number,
  until: number,
): Promise<Slot | undefined> {
  const wanted = { id: leaseId, until_ms: until };
  const names = Array.from({ length: count }, (_, index) => `slot_${index}`);
  for (;;) {
    const item = (await readItem(key)) ?? {};
    const free = names.filter((name) => {
      const held = z.parse(z.optional(lease), item[name]);
      return isFree(held, now) || held?.id === leaseId;
    });
    // A worker chooses at random, so workers that choose at the same time mostly get different slots.
    const name = free[Math.floor(Math.random() * free.length)];
    if (name === undefined) return undefined;
    const set = { [table.timeToLive]: Math.floor(until / 1000) + keptSeconds };
    if (await acquireLease(key, wanted, now, { set }, name)) return { key, name, held: wanted };
  }
}

/** Frees a slot. Does nothing if another worker has the slot by now. */
export const releaseSlot = ({ key, name, held }: Slot): Promise<boolean> => releaseLease(key, held, {}, name);
