/** Writes views of documents by the service's own code, past its API. To be loaded once the environment says where the table is. */

import type { DocumentId } from '../../shared/contract/identifiers.ts';
import { activityList, createActivity, newActivity } from '../../shared/data/activity/activity.ts';
import { markList } from '../../shared/data/activity/marks.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { firstUlidAt, newId } from '../../shared/data/table/ids.ts';

/** As many as a transaction takes. */
const together = 100;
const actor = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/** Views of documents of an organization that nothing else belongs to: one a millisecond from `firstAt` on. */
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
    /** Has the sealer find them. */
    mark: (at: number) => markList(list, at),
    store: async () => {
      for (let start = 0; start < count; start += together) {
        const length = Math.min(together, count - start);
        await transact(Array.from({ length }, (_, index) => view(start + index)));
      }
    },
  };
}
