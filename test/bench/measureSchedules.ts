import type { Recorder } from '../support/stages/recorder.ts';
import type { Stage } from '../support/stages/stage.ts';
import { type Measure, type Measured, measuring } from './measured.ts';

export const sealedEntries = 1000;
const countedDocuments = 1000;
const minuteMilliseconds = 60_000;

/** Measures the workers that a schedule starts: with nothing to do, with one entry to seal, and with a thousand documents to count. */
export async function measureSchedules(
  { credentials, invoke, catchUp }: Stage,
  recorder: Recorder,
): Promise<readonly Measured[]> {
  const { storeDocuments } = await import('../support/storedDocuments.ts');
  const { viewsFrom } = await import('./storedViews.ts');
  const { newId } = await import('../../shared/data/table/ids.ts');
  const measured: Measured[] = [];
  const measureOne = measuring(recorder, measured);
  const measure = async (name: 'sealActivity' | 'countUsage' | 'sweepDue', note: string): Promise<void> => {
    await catchUp();
    await measureOne(name, () => invoke(name, {}), { note });
  };

  await invoke('sweepDue', {});
  await measure('sweepDue', 'nothing due');
  await invoke('sealActivity', {});
  await measure('sealActivity', 'nothing to seal');
  const views = viewsFrom(Date.now() - 10 * minuteMilliseconds, 1, [newId('doc')]);
  await views.store();
  await views.mark(Date.now() - 10 * minuteMilliseconds);
  await measure('sealActivity', 'one entry');

  await storeDocuments(credentials.organization_id, countedDocuments);
  const now = Date.now;
  try {
    // An hour ago, no tenant waited for a count.
    Date.now = () => now() - 60 * minuteMilliseconds;
    await measure('countUsage', 'nothing to count');
    // A tenant with an upload is counted when five minutes have passed, and its count goes on two minutes later.
    Date.now = () => now() + 6 * minuteMilliseconds;
    await measure('countUsage', 'begins');
    Date.now = () => now() + 9 * minuteMilliseconds;
    await measure('countUsage', `${countedDocuments} documents`);
  } finally {
    Date.now = now;
  }
  return measured;
}

/** Measures the sealing of a thousand views of a document, which were made an hour ago. */
export async function measureSealing({ invoke }: Stage, measure: Measure): Promise<void> {
  const { viewsFrom } = await import('./storedViews.ts');
  const { newId } = await import('../../shared/data/table/ids.ts');
  const firstAt = Date.now() - 60 * minuteMilliseconds;
  const views = viewsFrom(firstAt, sealedEntries, [newId('doc')]);
  await views.store();
  await views.mark(firstAt);
  await measure('sealActivity', () => invoke('sealActivity', {}), { note: `${sealedEntries} entries` });
}
