import { randomUUID } from 'node:crypto';
import { acquireSlot, releaseSlot, type Slots } from '../../../shared/data/work/slots.ts';
import { log } from '../../../shared/runtime/log.ts';

/**
 * Acquires one of the slots and calls `work`. If the process is killed, the slot stays held until `until` (epoch milliseconds). If no slot
 * is free, returns false without calling `work`.
 */
export async function inSlot(slots: Slots, until: number, work: () => Promise<void>): Promise<boolean> {
  const slot = await acquireSlot(slots, randomUUID(), Date.now(), until);
  if (!slot) return false;
  try {
    await work();
  } finally {
    await releaseSlot(slot).catch((error: unknown) =>
      log.warn('slot not released', { partition: slot.key.pk, error: String(error) }),
    );
  }
  return true;
}
