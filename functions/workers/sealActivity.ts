import { listUnsealed } from '../../shared/data/chains.ts';
import { ConflictError } from '../../shared/data/conflict.ts';
import { requireFormat } from '../../shared/data/format.ts';
import { checkEnvironment } from '../../shared/environment.ts';
import { log } from '../../shared/log.ts';
import { inParallel } from './inParallel.ts';
import { sealChain } from './sealActivity/sealChain.ts';

/** Those that one run lists; the next goes on, first with those that wait longest. */
const chainsARun = 1000;
/** A chain is a few requests in turn. */
const concurrency = 20;
/** The next run takes over; this one ends well before its 55 seconds are up. */
const budgetMilliseconds = 40_000;
/** What waits for longer rings: the runs fail until it is done. */
const lateAfterMilliseconds = 15 * 60_000;

checkEnvironment();

/** Seals the activity that is new, and signs the heads of its chains, every minute. Nothing is done for lists without news. */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const isOver = () => Date.now() - startedAt > budgetMilliseconds;
  const chains = await listUnsealed(startedAt, chainsARun);
  // A new table, which nobody has marked yet, has none.
  if (chains.length > 0) await requireFormat();
  let sealed = 0;
  const settled = new Set<string>();
  await inParallel(chains, concurrency, isOver, async (chain) => {
    try {
      sealed += await sealChain(chain, startedAt, isOver);
      settled.add(chain.name);
    } catch (error) {
      // Another run was here first.
      if (error instanceof ConflictError) settled.add(chain.name);
      else log.error('activity not sealed', { chain: chain.name, error });
    }
  });
  if (sealed > 0) log.info('activity sealed', { sealed });
  const late = chains.filter(
    ({ name, dueAtMilliseconds }) =>
      !settled.has(name) && startedAt - dueAtMilliseconds > lateAfterMilliseconds,
  );
  if (late.length > 0) throw new Error(`the activity of ${late.length} lists waits to be sealed`);
};
