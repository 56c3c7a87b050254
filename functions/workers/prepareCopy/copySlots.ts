import type { Tenant } from '../../../shared/contract/identifiers.ts';
import { slotsForCopies } from '../../../shared/data/work/slots.ts';
import type { PrepareCopyMessage } from '../../../shared/queues/messages.ts';
import { sendPrepareCopy } from '../../../shared/queues/preparations.ts';
import { queues } from '../../../shared/runtime/stores.ts';
import { inSlot } from '../batches/inSlot.ts';

/** The number of copies for one tenant that are made at the same time: half of the workers for copies. */
export const copiesAtOnce = Math.floor(queues.preparations.maxConcurrency / 2);

/** The message of a copy without a slot comes again after 3 to 10 seconds, so that waiting copies do not keep the workers busy. */
const leastDelaySeconds = 3;
const furtherDelaySeconds = 7;

interface Waiting {
  readonly tenant: Tenant;
  /** The time by which this invocation must have ended, in epoch milliseconds. */
  readonly until: number;
  /** Records that the copy's message is sent again. Returns false if nobody needs the copy any more. */
  readonly noteSent: (now: number) => Promise<boolean>;
}

/** Acquires one of the tenant's slots and makes a copy. Without a free slot, the message of the copy goes to the end of the queue. */
export async function inCopySlot(
  message: PrepareCopyMessage,
  { tenant, until, noteSent }: Waiting,
  work: () => Promise<void>,
): Promise<void> {
  if (await inSlot(slotsForCopies(tenant, copiesAtOnce), until, work)) return;
  if (!(await noteSent(Date.now()))) return;
  await sendPrepareCopy(
    message,
    tenant,
    leastDelaySeconds + Math.floor(Math.random() * (furtherDelaySeconds + 1)),
  );
}
