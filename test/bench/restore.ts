import * as z from 'zod/mini';
import { measuredCommand } from './measuredCommand.ts';
import { section } from './section.ts';
import { onSeededService } from './seededService.ts';
import { printFigures } from './table.ts';

interface Counts {
  readonly documents: number;
}

const rows = z.array(z.object({ difference: z.string() }));
const planted = ['missing', 'orphan'];

/** Measures the time and memory of `restore check` with many documents. One document has lost its file, and one file has no document. */
export const restore = section<Counts>(
  { full: { documents: 100_000 }, short: { documents: 2 } },
  ({ documents }) =>
    onSeededService('restoreSeed.ts', documents, async (_service, directory) => {
      const { printed, seconds, figures } = await measuredCommand(directory, 'restore', 'check');
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
    }),
);
