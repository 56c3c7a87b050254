import * as z from 'zod/mini';
import { dateTime } from '../../contract/text.ts';
import { sweepKey } from '../keys/work.ts';
import { readAs } from '../table/read.ts';
import { changeIf } from '../table/update.ts';

/** The time at which the sweep last succeeded. The sweep writes this item each minute, and `doctor` reads it. */
const sweep = z.object({ ended_at: dateTime });

/**
 * Records that a run of the sweep succeeded at `now` (epoch milliseconds). Does not use `commit`, because no decision depends on this time.
 */
export async function recordSweep(now: number): Promise<void> {
  await changeIf(sweepKey, { set: { ended_at: new Date(now).toISOString() } });
}

/** Returns the time when the sweep last succeeded, in epoch milliseconds; undefined if it has never succeeded. */
export async function lastSweepAt(): Promise<number | undefined> {
  const found = await readAs(sweep, sweepKey);
  return found && Date.parse(found.ended_at);
}
