import { slotsForSlowFiles } from '../../../shared/data/slots.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceSlowVersion } from '../../../shared/queues/slowProcessing.ts';
import { inSlot } from '../inSlot.ts';
import { giveBack, type Held, type Loaded } from './claim.ts';

/** One tenant's slow files that are in process at the same time: half of the workers there are for them. */
const slowFilesAtOnce = 2;

/** The sweep takes the message of a slow file for lost when it has waited this long, as it does with those it sends itself. */
const messageLostMilliseconds = 15 * 60_000;
/** A file that finds no slot asks again after 5 to 15 seconds, so that many that wait do not keep the workers busy with asking. */
const leastDelaySeconds = 5;
const furtherDelaySeconds = 10;

/**
 * Does the work on a slow file while it holds one of its tenant's slots, which it keeps until `until` (epoch milliseconds)
 * should it be killed. Without a free slot, the file waits at the end of the queue.
 */
export async function inShare(loaded: Loaded, until: number, work: () => Promise<void>): Promise<void> {
  const slots = slotsForSlowFiles(tenantOf(loaded.document), slowFilesAtOnce);
  if (!(await inSlot(slots, until, work))) await waitForSlot(loaded);
}

async function waitForSlot(loaded: Loaded): Promise<void> {
  const dueInMilliseconds = (loaded.version.due_at_ms ?? 0) - Date.now();
  const delaySeconds = leastDelaySeconds + Math.floor(Math.random() * (furtherDelaySeconds + 1));
  if (dueInMilliseconds < messageLostMilliseconds / 2) await leave(loaded, delaySeconds);
  else await announceSlowVersion(loaded.version, tenantOf(loaded.document), delaySeconds);
}

/** Leaves a file to the workers for slow ones, and its message to the sweep in case that it is lost. */
export async function leave(held: Held, delaySeconds = 0): Promise<void> {
  await giveBack(held, Date.now() + messageLostMilliseconds);
  await announceSlowVersion(held.version, tenantOf(held.document), delaySeconds);
}
