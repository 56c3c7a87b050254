import * as z from 'zod/mini';
import type { ActivityId, DocumentId } from '../contract/identifiers.ts';
import { type ActivityItem, activityEndsAt } from './activity.ts';
import { readingProgressKey } from './keys.ts';
import { readAll } from './read.ts';
import { table } from './table.ts';
import { changeIf } from './update.ts';

/**
 * How far somebody got in what they view, where pages are shown one by one. It stands beside the entry of the view, goes with it, and
 * is not sealed: it moves while they read.
 */
const readingProgress = z.object({ pages_reached: z.int() });

/** Records that a page (1 for the first) was reached in a view, unless it was one further on. (Not through `commit`: nothing is decided on it.) */
export async function reached(documentId: DocumentId, viewId: ActivityId, page: number): Promise<void> {
  await changeIf(readingProgressKey(documentId, viewId), {
    set: {
      pages_reached: page,
      [table.timeToLive]: activityEndsAt(viewId),
    },
    when: ['(attribute_not_exists(#pk) OR #pages_reached < :pages_reached)'],
  });
}

/** Where views say so, their documents are shown page by page. */
const shownByPage = ({ type, details }: ActivityItem): boolean =>
  type === 'viewed' && details.page_count !== undefined;

/** Returns the pages that were reached in those of these entries that are views by page. */
export async function listProgress(
  entries: readonly ActivityItem[],
): Promise<ReadonlyMap<ActivityId, number>> {
  const views = entries
    .filter(shownByPage)
    .flatMap(({ id, document_id }) =>
      document_id === null ? [] : { id, key: readingProgressKey(document_id, id) },
    );
  const items = await readAll(views.map(({ key }) => key));
  return new Map(
    views.flatMap(({ id }, index) =>
      items[index] ? [[id, z.parse(readingProgress, items[index]).pages_reached]] : [],
    ),
  );
}
