import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { startService } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { measuredCommand } from './measuredCommand.ts';
import { section } from './section.ts';
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
  async ({ entries }) => {
    await using directory = await temporaryDirectory();
    const seed = fileURLToPath(new URL('auditSeed.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [seed, directory.path, String(entries)]);
    const service = await startService({ DATA_DIR: directory.path });
    try {
      let sealingSeconds = 0;
      // A run takes 100,000 entries of a chain, and gives way to that of the schedule.
      const sealed = async () => {
        const began = performance.now();
        await service.invoke('sealActivity', {});
        sealingSeconds += (performance.now() - began) / 1000;
        return await measuredCommand(directory.path, 'audit', 'verify');
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
    } finally {
      await service.stop('SIGKILL');
    }
  },
);
