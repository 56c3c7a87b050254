/** Writes views of documents with the service's own code, without the API. Import this file only when the environment names the table. */

import type { DocumentId } from '../../shared/contract/identifiers.ts';
import { activityList, createActivity, newActivity } from '../../shared/data/activity/activity.ts';
import { markList } from '../../shared/data/activity/marks.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { firstUlidAt, newId } from '../../shared/data/table/ids.ts';

/** The most items in a transaction. */
const together = 100;
const actor = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/**
 * Returns views of documents in an organization without other data. The first view is at `firstAt`, and the others follow millisecond by
 * millisecond.
 */
export function viewsFrom(firstAt: number, count: number, documents: readonly DocumentId[]) {
  const organization_id = newId('org');
  const version_id = newId('ver');
  const list = activityList.organization(organization_id);
  const view = (index: number) =>
    createActivity(
      newActivity({
        id: `act_${firstUlidAt(firstAt + index)}`,
        type: 'viewed',
        organization_id,
        document_id: documents[index % documents.length] ?? null,
        version_id,
        policy_id: null,
        details: {},
        credential: null,
        actor,
        staff: false,
      }),
      list,
    );
  return {
    /** Marks the list, so that the sealer finds it. */
    mark: (at: number) => markList(list, at),
    store: async () => {
      for (let start = 0; start < count; start += together) {
        const length = Math.min(together, count - start);
        await transact(Array.from({ length }, (_, index) => view(start + index)));
      }
    },
  };
}
