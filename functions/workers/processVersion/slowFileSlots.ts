import { slotsForSlowFiles } from '../../../shared/data/work/slots.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceSlowVersion } from '../../../shared/queues/slowProcessing.ts';
import { inSlot } from '../batches/inSlot.ts';
import { type Held, type Loaded, releaseForRetry } from './claim.ts';

/** The number of slow files of one tenant that are processed at the same time: half of the workers for slow files. */
const slowFilesAtOnce = 2;

/**
 * After this time, the sweep assumes that the message of a slow file is lost. The sweep gives the same time to messages that it sent
 * itself.
 */
const messageLostMilliseconds = 15 * 60_000;
/** The message of a file without a slot comes again after 5 to 15 seconds, so that waiting files do not keep the workers busy. */
const leastDelaySeconds = 5;
const furtherDelaySeconds = 10;

/**
 * Acquires one of the tenant's slots and processes a slow file. If the process is killed, the slot stays held until `until` (epoch
 * milliseconds). Without a free slot, the file waits at the end of the queue.
 */
export async function inSlowFileSlot(
  loaded: Loaded,
  until: number,
  work: () => Promise<void>,
): Promise<void> {
  const slots = slotsForSlowFiles(tenantOf(loaded.document), slowFilesAtOnce);
  if (!(await inSlot(slots, until, work))) await waitForSlot(loaded);
}

async function waitForSlot(loaded: Loaded): Promise<void> {
  const dueInMilliseconds = (loaded.version.due_at_ms ?? 0) - Date.now();
  const delaySeconds = leastDelaySeconds + Math.floor(Math.random() * (furtherDelaySeconds + 1));
  if (dueInMilliseconds < messageLostMilliseconds / 2) await sendToSlowWorkers(loaded, delaySeconds);
  else await announceSlowVersion(loaded.version, tenantOf(loaded.document), delaySeconds);
}

/** Sends a file to the workers for slow files. If the message is lost, the sweep sends another message. */
export async function sendToSlowWorkers(held: Held, delaySeconds = 0): Promise<void> {
  await releaseForRetry(held, Date.now() + messageLostMilliseconds);
  await announceSlowVersion(held.version, tenantOf(held.document), delaySeconds);
}
