import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = `
  const { collectWhenIdle } = await import(process.argv[1]);
  collectWhenIdle();
  let kept = Array.from({ length: 300_000 }, (_, index) => ({ index }));
  const held = process.memoryUsage().heapTotal;
  kept = undefined;
  const timer = setInterval(() => {
    if (process.memoryUsage().heapTotal < held / 2) clearInterval(timer);
  }, 100);`;

test('an idle thread gives back what its garbage holds', async () => {
  const module = fileURLToPath(new URL('../idleHeap.ts', import.meta.url));
  // Ends only once the heap is smaller.
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    program,
    module,
  ]);
  expect(stderr).toBe('');
});
