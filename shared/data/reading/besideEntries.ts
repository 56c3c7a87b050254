import type { ActivityItem } from '../activity/activity.ts';
import { type ChangedField, listChangedFields } from '../activity/changedFields.ts';
import { listProgress } from './views.ts';

/** What is stored beside an entry of activity, because sealed entries do not change and have no names. */
export interface BesideEntry {
  /** The furthest page that was reached in a view that shows pages one by one. undefined: none, or this is not known. */
  readonly pagesReached: number | undefined;
  /** undefined: the entry is about no change of fields, or they were not stored. */
  readonly changed: readonly ChangedField[] | undefined;
}

/** Reads what is stored beside entries, in at most two requests for 100 entries. */
export async function besideEntries(
  entries: readonly ActivityItem[],
): Promise<(entry: ActivityItem) => BesideEntry> {
  const [reached, changed] = await Promise.all([listProgress(entries), listChangedFields(entries)]);
  return ({ id }) => ({ pagesReached: reached.get(id), changed: changed.get(id) });
}
