import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { FileThread } from '../../../functions/workers/threads/fileThread.ts';
import { LimitedThread } from '../../../functions/workers/threads/limitedThread.ts';
import { ThreadPool } from '../../../functions/workers/threads/threadPool.ts';

const limits = { cpuMilliseconds: 5000, milliseconds: 10_000, megabytes: 256 };
const answer = z.object({ outcome: z.string(), files: z.optional(z.int()), page: z.optional(z.int()) });

/**
 * A thread that counts its files. A file with the byte 1 runs `code` when it is opened. `atFile` runs when a later file is opened, `atPage`
 * when a page of a later file is read.
 */
const threadWith = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      let files = 0;
      let atFile, atPage;
      let isHostile = false;
      parentPort.on('message', ({ file, page }) => {
        if (file) {
          files += 1;
          isHostile = file[0] === 1;
          if (isHostile) { ${code} } else atFile?.();
          parentPort.postMessage({ outcome: 'opened', files });
        } else {
          if (!isHostile) atPage?.();
          parentPort.postMessage({ outcome: 'read', files, page });
        }
      });
      parentPort.postMessage({ started: true });`)}`,
  );

const reader = (code = '') => {
  const threads = new ThreadPool({
    megabytes: limits.megabytes,
    start: () => new LimitedThread(threadWith(code), { answer, megabytes: limits.megabytes }),
  });
  onTestFinished(() => threads.end());
  return (bytes: readonly number[]) =>
    new FileThread(new Uint8Array(bytes), { threads, openLimits: limits, pageLimits: limits });
};

/** Opens a file, reads its first two pages, and ends. */
async function readAll(file: FileThread<typeof answer>) {
  const answers = [await file.open(), await file.read(1), await file.read(2)];
  await file.end();
  return answers;
}

const inThreadOf = (files: number) => [
  { outcome: 'opened', files },
  { outcome: 'read', files, page: 1 },
  { outcome: 'read', files, page: 2 },
];

test('leaves its thread to the next file', async () => {
  const read = reader();

  expect(await readAll(read([0]))).toEqual(inThreadOf(1));
  expect(await readAll(read([0]))).toEqual(inThreadOf(2));
});

test('has a thread of its own beside another file', async () => {
  const read = reader();
  const [first, second] = [read([0]), read([0])];

  await first.open();
  expect(await readAll(second)).toEqual(inThreadOf(1));
  await first.end();
});

test('waits for one of two threads, but not for slow files', async () => {
  const read = reader();
  const [first, second] = [read([0]), read([0])];
  await first.open();
  await second.open();

  const third = readAll(read([0]));
  await first.end();
  expect(await third).toEqual(inThreadOf(2));

  await first.open();
  expect(await readAll(read([0]))).toEqual(inThreadOf(1));
  await Promise.all([first.end(), second.end()]);
});

test('counts only its own time of computing', async () => {
  const read = reader('const until = performance.now() + 400; while (performance.now() < until);');
  const [first, second] = [read([1]), read([0])];

  await first.open();
  await first.measure();
  await first.end();
  await second.open();
  await second.measure();
  await second.end();

  expect(first.computedMilliseconds).toBeGreaterThan(second.computedMilliseconds);
});

// Threat: A hostile PDF attacks the service
test.for([
  ['ends the thread at the next file', 'atFile = () => process.exit(3)'],
  ['ends the thread at a page of the next file', 'atPage = () => process.exit(3)'],
  ['answers nonsense for the next file', 'atPage = () => parentPort.postMessage("read")'],
  ['keeps much memory', 'globalThis.kept = Buffer.alloc(200 * 2 ** 20, 1)'],
] as const)('reads the next file as if it were the only one after a file that %s', async ([_, code]) => {
  const read = reader(code);

  const hostile = read([1]);
  await hostile.open();
  await hostile.end();
  const next = await readAll(read([0]));

  expect(next.map(({ outcome }) => outcome)).toEqual(['opened', 'read', 'read']);
  expect(next.at(-1)).toEqual({ outcome: 'read', files: 1, page: 2 });
});
