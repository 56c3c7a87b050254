import type { Stage } from '../support/stages/stage.ts';
import type { Measure } from './measured.ts';

export const sealedEntries = 1000;
const hourMilliseconds = 60 * 60_000;

/** Measures the sealing of a thousand views of a document, which were made an hour ago. */
export async function measureSealing({ invoke }: Stage, measure: Measure): Promise<void> {
  const { viewsFrom } = await import('./storedViews.ts');
  const { newId } = await import('../../shared/data/table/ids.ts');
  const firstAt = Date.now() - hourMilliseconds;
  const views = viewsFrom(firstAt, sealedEntries, [newId('doc')]);
  await views.store();
  await views.mark(firstAt);
  await measure('sealActivity', () => invoke('sealActivity', {}), { note: `${sealedEntries} entries` });
}
