import { listChainsAt } from '../../shared/data/activity/chains.ts';
import { listUnsealed } from '../../shared/data/activity/marks.ts';
import { requireFormat } from '../../shared/data/table/format.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { checkChains } from './sealActivity/checkChains.ts';
import { sealMarked } from './sealActivity/sealMarked.ts';

/** The number of lists that one run reads. The next run continues with the lists that have waited longest. */
const listsARun = 1000;
/** A run ends well before its 55-second timeout. The next run continues. */
const budgetMilliseconds = 40_000;

coldStart();

/**
 * Seals new activity and signs the heads of its chains, every minute. Each run seals the marked lists, and also checks a thirtieth of all
 * chains without a mark. A fault in one list does not stop the other lists, but the run fails at its end, so that an alarm fires.
 */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const run = { startedAt, isOver: () => Date.now() - startedAt > budgetMilliseconds };
  const [marked, chains] = await Promise.all([listUnsealed(startedAt, listsARun), listChainsAt(startedAt)]);
  // A new table has no format yet, and no lists.
  if (marked.length + chains.length > 0) await requireFormat();
  const isMarked = new Set(marked.map(({ partition }) => partition));
  const others = chains.filter(({ partition }) => !isMarked.has(partition));
  const faults = [...(await sealMarked(run, marked)), ...(await checkChains(run, others))];
  if (faults.length > 0) throw new Error(faults.join('; '));
};
