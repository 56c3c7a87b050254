import * as z from 'zod/mini';
import { measuredCommand } from './measuredCommand.ts';
import { section } from './section.ts';
import { onSeededService } from './seededService.ts';
import { printFigures } from './table.ts';

interface Counts {
  readonly entries: number;
}

const runsMax = 5;
/** The command prints this if nothing was changed after sealing. Otherwise it prints a list of findings. */
const verified = z.object({ entries: z.int(), blocks: z.int(), findings: z.literal(0) });

/** Measures how long it takes to seal the entries of one organization, and the time and memory of `audit verify`. */
export const audit = section<Counts>({ full: { entries: 100_000 }, short: { entries: 100 } }, ({ entries }) =>
  onSeededService('auditSeed.ts', entries, async (service, directory) => {
    let sealingSeconds = 0;
    // A run seals at most 100,000 entries of a chain, and seals nothing while the scheduled run is in progress. So one run may not be
    // enough.
    const sealed = async () => {
      const began = performance.now();
      await service.invoke('sealActivity', {});
      sealingSeconds += (performance.now() - began) / 1000;
      return await measuredCommand(directory, 'audit', 'verify');
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
  }),
);
