import { afterEach, expect, test, vi } from 'vitest';
import { Inspector } from '../../../functions/workers/inspection/inspector.ts';
import { pdfFixtures, readFixture } from '../../support/files/fixtures.ts';
import { bundleInspection } from '../../support/runner/bundledThread.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const limits = { cpuMilliseconds: 20_000, milliseconds: 20_000 };
const pdf = new Uint8Array([1, 2, 3]);

const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

const inspectors: Inspector[] = [];
const inspector = (threadFile: string | URL, options: { readonly filesPerThread?: number } = {}) => {
  const opened = new Inspector({ megabytes: 256, threadFile, ...options });
  inspectors.push(opened);
  return opened;
};

afterEach(() => {
  vi.unstubAllEnvs();
  for (const opened of inspectors.splice(0)) opened.end();
});

const ready = `parentPort.postMessage({ outcome: 'ready', page_count: ++count, active_content: [] });`;

/**
 * A thread that behaves like a parser with a hostile file, a moment after it gets the file. If the first byte of a file is 1, the thread
 * runs `code`. For other files, the thread answers with the number of files so far.
 */
const thread = (code: string) =>
  module(
    `import { parentPort } from 'node:worker_threads';
    let count = 0;
    let poison;
    parentPort.on('message', (pdf) => {
      if (poison) poison();
      else if (pdf[0] === 1) setTimeout(() => { ${code} }, 20);
      else { ${ready} }
    });
    parentPort.postMessage({ started: true });`,
  );

const ordinary = new Uint8Array([0]);
const asFirst = { outcome: 'ready', page_count: 1, active_content: [] };

test.for([
  ['ends it', 'process.exit(3)', /exit code 3/],
  ['says nonsense in its name', 'parentPort.postMessage("ready")', /sent an invalid answer/],
  ['throws', 'throw new Error("boom")', /crashed: Error: boom/],
  ['fills the heap', 'const a = []; for (;;) a.push(new Array(10000).fill({}))', /memory|exit code/i],
  ['fills memory without a pause', 'const a = []; for (;;) a.push(Buffer.alloc(2 ** 26, 1))', /MB of memory/],
] as const)('stops a file which %s, and the next file is not affected', async ([_, code, failure]) => {
  const opened = inspector(thread(code));

  const inspection = await opened.inspect(pdf, limits);
  const next = await opened.inspect(ordinary, limits);

  expect(inspection).toMatchObject({ outcome: 'stopped', failure: expect.stringMatching(failure) });
  expect(next).toEqual(asFirst);
});

// Threat: A hostile PDF attacks the service
test('stops a file that computes for too long', async () => {
  const opened = inspector(thread('for (;;);'));

  const inspection = await opened.inspect(pdf, { ...limits, cpuMilliseconds: 300 });
  const next = await opened.inspect(ordinary, limits);

  expect(inspection).toEqual({
    outcome: 'stopped',
    failure: 'not done after 300 ms of computing',
    isOverLimit: true,
  });
  expect(next).toEqual(asFirst);
});

test('stops a file that waits for too long', async () => {
  const opened = inspector(thread(''));

  const inspection = await opened.inspect(pdf, { ...limits, milliseconds: 300 });
  const next = await opened.inspect(ordinary, limits);

  expect(inspection).toEqual({ outcome: 'stopped', failure: 'not done after 300 ms', isOverLimit: true });
  expect(next).toEqual(asFirst);
});

test.for([
  ['keeps much memory', `globalThis.kept = Buffer.alloc(200 * 2 ** 20, 1); ${ready}`],
  ['goes on computing', `${ready} for (;;);`],
  ['ends the thread with the next file', `poison = () => process.exit(0); ${ready}`],
] as const)('uses a new thread for the next file after one that %s', async ([_, code]) => {
  const opened = inspector(thread(code));
  const soon = { ...limits, cpuMilliseconds: 300 };

  const inspection = await opened.inspect(pdf, soon);
  const next = await opened.inspect(ordinary, soon);

  expect(inspection).toEqual(asFirst);
  expect(next).toEqual(asFirst);
});

// Threat: A hostile PDF attacks the service
test('inspects every PDF as if it were the only one, after any other file', async () => {
  await using directory = await temporaryDirectory();
  const opened = inspector(await bundleInspection(directory.path));
  const inspectAll = async (files: typeof pdfFixtures) => {
    const inspections: [string, unknown][] = [];
    for (const { file } of files) inspections.push([file, await opened.inspect(readFixture(file), limits)]);
    return new Map(inspections);
  };

  const [inOrder, reversed] = [await inspectAll(pdfFixtures), await inspectAll(pdfFixtures.toReversed())];

  expect(Object.fromEntries(reversed)).toEqual(Object.fromEntries(inOrder));

  expect([...inOrder.values()]).toEqual(
    pdfFixtures.map(({ pageCount }) =>
      pageCount === null
        ? { outcome: 'failed', failure: expect.any(String), code: expect.any(String) }
        : expect.objectContaining({ outcome: 'ready', page_count: pageCount, active_content: [] }),
    ),
  );
});

// Threat: A hostile PDF attacks the service
test('gives the thread the bytes of the file only, without variables, credentials, options and other memory', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'credential');
  const memory = new TextEncoder().encode('before%PDF-after');
  const sees = module(`
    import { parentPort, workerData, getEnvironmentData } from 'node:worker_threads';
    parentPort.on('message', (pdf) => {
      const { env, argv, execArgv } = process;
      const bytes = String.fromCharCode(...new Uint8Array(pdf.buffer));
      const inherited = getEnvironmentData('AWS_SECRET_ACCESS_KEY');
      const failure = JSON.stringify({ env, arguments: argv.slice(2), execArgv, bytes, inherited, ...(workerData && { workerData }) });
      parentPort.postMessage({ outcome: 'failed', failure, code: 'damaged' });
    });
    parentPort.postMessage({ started: true });`);

  const inspection = await inspector(sees).inspect(memory.subarray(6, 11), limits);

  const all = { env: {}, arguments: [], execArgv: [], bytes: '%PDF-' };
  expect(inspection).toEqual({ outcome: 'failed', failure: JSON.stringify(all), code: 'damaged' });
  expect(new TextDecoder().decode(memory)).toBe('before%PDF-after');
});

test.for([
  ['is not there', new URL('file:///nowhere/inspectPdf.cjs')],
  ['cannot be loaded', module('import "not-installed"')],
] as const)('does not count it as a failure of the file that its thread %s', async ([_, threadFile]) => {
  await expect(inspector(threadFile).inspect(pdf, limits)).rejects.toThrow('did not start');
});
