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
  readonly documents: number;
}

const rows = z.array(z.object({ difference: z.string() }));
const planted = ['missing', 'orphan'];

/** Measures how long `restore check` takes, and the memory that it needs, with many documents of which one has lost its file. */
export const restore = section<Counts>(
  { full: { documents: 100_000 }, short: { documents: 300 } },
  async ({ documents }) => {
    await using directory = await temporaryDirectory();
    const seed = fileURLToPath(new URL('restoreSeed.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [seed, directory.path, String(documents)]);
    const service = await startService({ DATA_DIR: directory.path });
    try {
      const { printed, seconds, figures } = await measuredCommand(directory.path, 'restore', 'check');
      const found = z
        .parse(rows, printed)
        .map(({ difference }) => difference)
        .sort();
      if (found.join() !== planted.join()) throw new Error(`The check found ${found.join()}`);
      printFigures('restore check', [
        ['documents and files', documents],
        ...figures,
        ['files a second', Math.round(documents / seconds)],
      ]);
    } finally {
      await service.stop('SIGKILL');
    }
  },
);
