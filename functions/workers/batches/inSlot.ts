import { randomUUID } from 'node:crypto';
import { acquireSlot, releaseSlot, type Slots } from '../../../shared/data/work/slots.ts';
import { log } from '../../../shared/runtime/log.ts';

/**
 * Calls `work` while it holds one of the slots. If the process is killed, the slot stays held until `until` (epoch milliseconds). If no
 * slot is free, it returns false and does not call `work`.
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
