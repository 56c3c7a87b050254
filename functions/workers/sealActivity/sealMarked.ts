import type { MarkedList } from '../../../shared/data/activity/marks.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inParallel } from '../batches/inParallel.ts';
import { listsAtOnce, type Run } from './run.ts';
import { sealList } from './sealList.ts';

/** A run fails if a list has waited for longer than this. */
const lateAfterMilliseconds = 15 * 60_000;

/** Seals the new entries of marked lists. Returns the faults, with one sentence for each kind. */
export async function sealMarked(run: Run, lists: readonly MarkedList[]): Promise<string[]> {
  let entries = 0;
  let unreadable = 0;
  const done = new Set<MarkedList>();
  await inParallel(lists, listsAtOnce, run.isOver, async (list) => {
    try {
      const sealed = await sealList(list.partition, list, run);
      entries += sealed.entries;
      unreadable += sealed.unreadable;
      if (sealed.isDone) done.add(list);
    } catch (error) {
      // A conflict means that another run has sealed this list.
      if (error instanceof ConflictError) done.add(list);
      else log.error('activity not sealed', { chain: list.partition, error });
    }
  });
  if (entries > 0) log.info('activity sealed', { sealed: entries });
  const late = lists.filter(
    (list) => !done.has(list) && run.startedAt - list.dueAtMilliseconds > lateAfterMilliseconds,
  );
  return [
    ...(late.length > 0 ? [`the activity of ${late.length} lists waits to be sealed`] : []),
    ...(unreadable > 0 ? [`${unreadable} entries cannot be sealed`] : []),
  ];
}
