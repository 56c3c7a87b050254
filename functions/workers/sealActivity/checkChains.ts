import { hasUnsealed, type KnownChain } from '../../../shared/data/activity/chains.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inParallel } from '../batches/inParallel.ts';
import { listsAtOnce, type Run } from './run.ts';
import { sealList } from './sealList.ts';

/** Entries that are older than this must be sealed. Older entries that are not sealed show that their list has lost its mark. */
const markedAfterMilliseconds = 10 * 60_000;

/** Checks chains without a mark and seals their entries. Returns the faults, with one sentence for each kind. */
export async function checkChains(run: Run, chains: readonly KnownChain[]): Promise<string[]> {
  let looked = 0;
  let unmarked = 0;
  let failed = 0;
  await inParallel(chains, listsAtOnce, run.isOver, async (chain) => {
    looked += 1;
    const { partition } = chain;
    try {
      if (!(await hasUnsealed(chain, run.startedAt - markedAfterMilliseconds))) return;
      const { entries, unreadable } = await sealList(partition, undefined, run);
      // The list of chains is eventually consistent, so another run may have sealed the entries already.
      if (entries + unreadable === 0) return;
      unmarked += 1;
      log.error('activity was not marked', { chain: partition, sealed: entries });
    } catch (error) {
      if (error instanceof ConflictError) return;
      failed += 1;
      log.error('activity not sealed', { chain: partition, error });
    }
  });
  const left = chains.length - looked;
  return [
    ...(unmarked > 0 ? [`${unmarked} lists had activity that was not marked`] : []),
    ...(failed > 0 ? [`${failed} chains could not be looked at`] : []),
    ...(left > 0 ? [`${left} chains were not looked at in time`] : []),
  ];
}
