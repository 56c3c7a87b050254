import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { section } from './section.ts';
import { printFigures } from './table.ts';

interface Counts {
  readonly documents: number;
}

const sampleMilliseconds = 100;
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
      const { found, seconds, megabytes } = await check(directory.path);
      if (found.join() !== planted.join()) throw new Error(`The check found ${found.join()}`);
      printFigures('restore check', [
        ['documents and files', documents],
        ['seconds', seconds.toFixed(1)],
        ['files a second', Math.round(documents / seconds)],
        ...(megabytes ? [['resident at most, MB', megabytes] as const] : []),
      ]);
    } finally {
      await service.stop('SIGKILL');
    }
  },
);

/** Resolves with the differences, by their kinds. The memory is 0 where there is no /proc. */
async function check(directory: string) {
  const began = performance.now();
  const child = spawn(process.execPath, ['infra/admin/main.ts', '--json', 'restore', 'check'], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let megabytes = 0;
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000));
  }, sampleMilliseconds);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(sampling);
  const rows: readonly { readonly difference: string }[] = JSON.parse(printed);
  return {
    found: rows.map(({ difference }) => difference).sort(),
    seconds: (performance.now() - began) / 1000,
    megabytes,
  };
}
