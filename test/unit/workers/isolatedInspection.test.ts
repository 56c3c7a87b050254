import { afterEach, expect, it, vi } from 'vitest';
import { inspectInIsolation, inTurn } from '../../../functions/workers/isolatedInspection.ts';

const limits = { milliseconds: 20_000, megabytes: 256 };
const pdf = new Uint8Array([1, 2, 3]);

const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A thread that does to itself what a hostile file would do to the parser, a moment after it has said that it started. */
const thread = (code: string) =>
  module(
    `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ started: true }); setTimeout(() => { ${code} }, 20);`,
  );

const ready = `parentPort.postMessage({ outcome: 'ready', page_count: 1 });`;

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
  const inspection = await inspectInIsolation(pdf, { ...limits, milliseconds: 1000 }, thread('for (;;);'));

  expect(inspection).toEqual({ outcome: 'failed', failure: 'not done after 1000 ms' });
});

it('gives the thread the bytes of the file, and neither variables, credentials, options nor the memory beside them', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'credential');
  const memory = new TextEncoder().encode('before%PDF-after');
  const sees = module(`
    import { parentPort, workerData, getEnvironmentData } from 'node:worker_threads';
    const { env, argv, execArgv } = process;
    const bytes = String.fromCharCode(...new Uint8Array(workerData.buffer));
    const inherited = getEnvironmentData('AWS_SECRET_ACCESS_KEY');
    const failure = JSON.stringify({ env, arguments: argv.slice(2), execArgv, bytes, inherited });
    parentPort.postMessage({ started: true });
    parentPort.postMessage({ outcome: 'failed', failure });`);

  const inspection = await inspectInIsolation(memory.subarray(6, 11), limits, sees);

  const all = { env: {}, arguments: [], execArgv: [], bytes: '%PDF-' };
  expect(inspection).toEqual({ outcome: 'failed', failure: JSON.stringify(all) });
  expect(new TextDecoder().decode(memory)).toBe('before%PDF-after');
});

it('takes one file at a time, so that none is held against another', async () => {
  const hungry = `const a = Buffer.alloc(2 ** 27, 1); setTimeout(() => { ${ready} a.length; }, 100);`;

  const inspections = await Promise.all(
    Array.from({ length: 4 }, () => inTurn(() => inspectInIsolation(pdf, limits, thread(hungry)))),
  );

  for (const inspection of inspections) expect(inspection).toEqual({ outcome: 'ready', page_count: 1 });
});

it.each([
  ['is not there', new URL('file:///nowhere/inspectPdf.cjs')],
  ['cannot be loaded', module('import "not-installed"')],
])('does not hold against a file that its thread %s', async (_, threadFile) => {
  await expect(inspectInIsolation(pdf, limits, threadFile)).rejects.toThrow('did not start');
});
