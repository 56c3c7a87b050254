import { expect, it } from 'vitest';
import { inspectInIsolation } from '../../../functions/workers/isolatedInspection.ts';

const limits = { milliseconds: 20_000, megabytes: 256 };
const pdf = new Uint8Array([1, 2, 3]);

/** A thread that does to itself what a hostile file would do to the parser. */
const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

it.each([
  ['ends it', 'process.exit(3)', /exit code 3/],
  ['throws', 'throw new Error("boom")', /crashed: Error: boom/],
  ['overflows the stack', 'const f = () => f() + 1; f()', /crashed: RangeError/],
  ['fills the heap', 'const a = []; for (;;) a.push(new Array(10000).fill({}))', /memory|exit code/i],
  [
    'fills memory beside the heap',
    'const a = []; setInterval(() => a.push(Buffer.alloc(2 ** 26, 1)), 1)',
    /MB of memory/,
  ],
])('answers that a file failed which %s', async (_, code, failure) => {
  const inspection = await inspectInIsolation(pdf, limits, thread(code));

  expect(inspection).toEqual({ outcome: 'failed', failure: expect.stringMatching(failure) });
});

it('answers that a file failed which never ends', async () => {
  const inspection = await inspectInIsolation(pdf, { ...limits, milliseconds: 300 }, thread('for (;;);'));

  expect(inspection).toEqual({ outcome: 'failed', failure: 'not done after 300 ms' });
});
