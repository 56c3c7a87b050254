import { listChainsAt } from '../../shared/data/chains.ts';
import { requireFormat } from '../../shared/data/format.ts';
import { listUnsealed } from '../../shared/data/marks.ts';
import { checkEnvironment } from '../../shared/environment.ts';
import { lookAtChains } from './sealActivity/lookAtChains.ts';
import { sealMarked } from './sealActivity/sealMarked.ts';

/** Those that one run lists; the next goes on, first with those that wait longest. */
const listsARun = 1000;
/** The next run takes over; this one ends well before its 55 seconds are up. */
const budgetMilliseconds = 40_000;

checkEnvironment();

/**
 * Seals the activity that is new, and signs the heads of its chains, every minute: of the lists that are marked, and of a
 * thirtieth of all chains, whatever their marks say. What is wrong in one list does not stop the others. It fails the run once they are
 * done, so that an alarm fires.
 */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const run = { startedAt, isOver: () => Date.now() - startedAt > budgetMilliseconds };
  const [marked, chains] = await Promise.all([listUnsealed(startedAt, listsARun), listChainsAt(startedAt)]);
  // A new table, which nobody has marked yet, has none.
  if (marked.length + chains.length > 0) await requireFormat();
  const isMarked = new Set(marked.map(({ partition }) => partition));
  const others = chains.filter(({ partition }) => !isMarked.has(partition));
  const faults = [...(await sealMarked(run, marked)), ...(await lookAtChains(run, others))];
  if (faults.length > 0) throw new Error(faults.join('; '));
};
