import type { Stage } from '../support/stage.ts';
import type { Measure } from './measured.ts';

export const sealedEntries = 1000;
/** As many as a transaction takes. */
const together = 100;
const hourMilliseconds = 60 * 60_000;

/** Has an hour-old thousand views sealed, of documents of an organization that nothing else belongs to. */
export async function measureSealing({ invoke }: Stage, measure: Measure): Promise<void> {
  // They can be loaded once the stage has set the environment.
  const [{ activityList, createActivity, newActivity }, { markChain }, { transact }, { firstUlidAt, newId }] =
    await Promise.all([
      import('../../shared/data/activity.ts'),
      import('../../shared/data/chains.ts'),
      import('../../shared/data/commit.ts'),
      import('../../shared/data/ids.ts'),
    ]);
  const organization_id = newId('org');
  const list = activityList.organization(organization_id);
  const about = { organization_id, document_id: newId('doc'), version_id: newId('ver'), policy_id: null };
  const actor = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;
  const firstAt = Date.now() - hourMilliseconds;
  const view = (index: number) =>
    createActivity(
      newActivity({
        ...about,
        id: `act_${firstUlidAt(firstAt + index)}`,
        type: 'viewed',
        details: {},
        credential: null,
        actor,
        staff: false,
      }),
      list,
    );
  for (let start = 0; start < sealedEntries; start += together)
    await transact(Array.from({ length: together }, (_, index) => view(start + index)));
  await markChain(list, firstAt);
  await measure('sealActivity', () => invoke('sealActivity', {}), { note: `${sealedEntries} entries` });
}
