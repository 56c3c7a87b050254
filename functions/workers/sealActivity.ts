import { listChainsAt } from '../../shared/data/activity/chains.ts';
import { listUnsealed } from '../../shared/data/activity/marks.ts';
import { requireFormat } from '../../shared/data/table/format.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { lookAtChains } from './sealActivity/lookAtChains.ts';
import { sealMarked } from './sealActivity/sealMarked.ts';

/** Lists that one run reads. The next run continues with those that have waited longest. */
const listsARun = 1000;
/** A run ends well before its 55-second timeout, and the next run takes over. */
const budgetMilliseconds = 40_000;

coldStart();

/**
 * Seals new activity and signs the heads of its chains, every minute: for the marked lists, and for a thirtieth of all chains, whatever
 * their marks. A fault in one list does not stop the others. It fails the run at the end, so that an alarm fires.
 */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const run = { startedAt, isOver: () => Date.now() - startedAt > budgetMilliseconds };
  const [marked, chains] = await Promise.all([listUnsealed(startedAt, listsARun), listChainsAt(startedAt)]);
  // A new table has no format yet, and no lists.
  if (marked.length + chains.length > 0) await requireFormat();
  const isMarked = new Set(marked.map(({ partition }) => partition));
  const others = chains.filter(({ partition }) => !isMarked.has(partition));
  const faults = [...(await sealMarked(run, marked)), ...(await lookAtChains(run, others))];
  if (faults.length > 0) throw new Error(faults.join('; '));
};
