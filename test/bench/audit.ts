import * as z from 'zod/mini';
import { measuredCommand } from './measuredCommand.ts';
import { section } from './section.ts';
import { openService, useStores } from './service.ts';
import { printFigures } from './table.ts';

interface Counts {
  readonly entries: number;
}

const runsMax = 5;
const hourMilliseconds = 60 * 60_000;
/** The command prints this if nothing was changed after sealing. Otherwise it prints a list of findings. */
const verified = z.object({ entries: z.int(), blocks: z.int(), findings: z.literal(0) });

/** Measures how long it takes to seal the entries of one organization, and the time and memory of `audit verify`. */
export const audit = section<Counts>(
  { full: { entries: 100_000 }, short: { entries: 100 } },
  async ({ entries }) => {
    await using service = await openService();
    await useStores(service);
    await storeViews(entries);
    let sealingSeconds = 0;
    // A run seals at most 100,000 entries of a chain, and seals nothing while the scheduled run is in progress. So one run may not be
    // enough.
    const sealed = async () => {
      const began = performance.now();
      await service.invoke('sealActivity', {});
      sealingSeconds += (performance.now() - began) / 1000;
      return await measuredCommand(service.directory, 'audit', 'verify');
    };
    let command = await sealed();
    for (let run = 1; run < runsMax && Array.isArray(command.printed); run++) command = await sealed();
    const { printed, seconds, figures } = command;
    const found = z.parse(verified, printed);
    if (found.entries !== entries) throw new Error(`Of ${entries} entries, ${found.entries} are sealed.`);
    printFigures('sealing, and audit verify', [
      ['entries', entries],
      ['blocks', found.blocks],
      ['sealed a second', Math.round(entries / sealingSeconds)],
      ...figures,
      ['verified a second', Math.round(entries / seconds)],
    ]);
  },
);

/** Stores views of an organization's documents. The last was an hour ago. The sealer finds them by the mark. */
async function storeViews(count: number): Promise<void> {
  const { viewsFrom } = await import('./storedViews.ts');
  const { newId } = await import('../../shared/data/table/ids.ts');
  const lastAt = Date.now() - hourMilliseconds;
  const documents = Array.from({ length: 100 }, () => newId('doc'));
  const views = viewsFrom(lastAt - count, count, documents);
  await views.store();
  await views.mark(lastAt);
}
