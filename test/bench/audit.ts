import * as z from 'zod/mini';
import { measuredCommand } from './measuredCommand.ts';
import { section } from './section.ts';
import { onSeededService } from './seededService.ts';
import { printFigures } from './table.ts';

interface Counts {
  readonly entries: number;
}

const runsMax = 5;
/** Where something is not as it was sealed, or not sealed yet, a list of that is printed instead. */
const verified = z.object({ entries: z.int(), blocks: z.int(), findings: z.literal(0) });

/** Measures how long the entries of one organization take to be sealed, and `audit verify`, with the memory that it needs. */
export const audit = section<Counts>(
  { full: { entries: 100_000 }, short: { entries: 1500 } },
  ({ entries }) =>
    onSeededService('auditSeed.ts', entries, async (service, directory) => {
      let sealingSeconds = 0;
      // A run takes 100,000 entries of a chain, and gives way to that of the schedule.
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
