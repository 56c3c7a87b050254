import * as z from 'zod/mini';
import type { OrganizationId, Tenant } from '../contract/identifiers.ts';
import { hostKey, type Key, slowFilesKey } from './keys.ts';
import { readItem } from './read.ts';
import { table } from './table.ts';
import { updateIf } from './update.ts';

/** Slots bound how much is done at the same time. They are leased, so that a worker that is killed frees its own. */
export interface Slots {
  readonly key: Key;
  readonly count: number;
}

/** The slots of a host for the lanes of one organization: each sends one request at a time while it holds one. */
export const slotsOfHost = (organizationId: OrganizationId, host: string, count: number): Slots => ({
  key: hostKey(organizationId, host),
  count,
});

/** The slots for a tenant's slow files: each is held while one of them is in process. */
export const slotsForSlowFiles = (tenant: Tenant, count: number): Slots => ({
  key: slowFilesKey(tenant),
  count,
});

const slot = z.object({ lease_id: z.string(), until_ms: z.int() });

/** A slot that somebody holds. */
export interface Slot {
  readonly key: Key;
  readonly name: string;
  readonly leaseId: string;
}

/** DynamoDB may remove an item this long after all of its slots are free. */
const keptSeconds = 24 * 60 * 60;

/**
 * Acquires one of the slots until `until` (epoch milliseconds); undefined when none is free. Who asks again because an answer
 * was lost has it already.
 */
export async function acquireSlot(
  { key, count }: Slots,
  leaseId: string,
  now: number,
  until: number,
): Promise<Slot | undefined> {
  const names = Array.from({ length: count }, (_, index) => `slot_${index}`);
  for (;;) {
    const item = (await readItem(key)) ?? {};
    const free = names.filter((name) => {
      const held = item[name] === undefined ? undefined : z.parse(slot, item[name]);
      return held === undefined || held.until_ms <= now || held.lease_id === leaseId;
    });
    // Workers that come together choose by chance, so that most of them get what they chose.
    const name = free[Math.floor(Math.random() * free.length)];
    if (name === undefined) return undefined;
    const isMine = await updateIf(key, {
      UpdateExpression: 'SET #slot = :slot, #expires = :expires',
      ConditionExpression: 'attribute_not_exists(#slot) OR #slot.until_ms <= :now OR #slot.lease_id = :id',
      ExpressionAttributeNames: { '#slot': name, '#expires': table.timeToLive },
      ExpressionAttributeValues: {
        ':slot': { lease_id: leaseId, until_ms: until },
        ':expires': Math.floor(until / 1000) + keptSeconds,
        ':now': now,
        ':id': leaseId,
      },
    });
    if (isMine) return { key, name, leaseId };
  }
}

/** Frees a slot, unless it was lost. */
export async function releaseSlot({ key, name, leaseId }: Slot): Promise<void> {
  await updateIf(key, {
    UpdateExpression: 'REMOVE #slot',
    ConditionExpression: '#slot.lease_id = :id',
    ExpressionAttributeNames: { '#slot': name },
    ExpressionAttributeValues: { ':id': leaseId },
  });
}
