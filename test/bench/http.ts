import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { queuesOf } from './idleQueues.ts';
import { inTurn } from './inTurn.ts';
import { type LeanRequest, leanClient } from './leanClient.ts';
import { section } from './section.ts';
import { type BenchService, openService, useStores } from './service.ts';
import { median, printTable, quantile, verdict } from './table.ts';

const clients = 16;
/** The aims are for a machine on which a bare call takes this time. */
const bareCallMilliseconds = 0.5;
const aimMegabytes = 500;

interface Counts {
  readonly documents: number;
  /** Rounds that load and compile the functions. Their figures do not count. */
  readonly warmUps: number;
  readonly rounds: number;
  readonly bareCalls: number;
  /** These numbers are for each round. */
  readonly reads: number;
  readonly lists: number;
  readonly changes: number;
  readonly uploads: number;
}

interface Phase {
  readonly what: string;
  readonly count: number;
  /** CPU milliseconds. Default: none */
  readonly aim?: number;
  requestOf(index: number): LeanRequest;
}

interface Round {
  readonly perSecond: number;
  /** Requests a second, including the time until the workers are done. */
  readonly perSecondDone: number;
  readonly latencies: readonly number[];
  readonly cpu: number;
  readonly client: number;
}

/** Measures the CPU time of requests to a local host, and its memory after them. The client is this process. */
export const http = section<Counts>(
  {
    full: {
      documents: 1000,
      warmUps: 1,
      rounds: 3,
      bareCalls: 3000,
      reads: 1000,
      lists: 300,
      changes: 480,
      uploads: 200,
    },
    short: {
      documents: 2,
      warmUps: 0,
      rounds: 1,
      bareCalls: 10,
      reads: 2,
      lists: 1,
      changes: 2,
      uploads: 1,
    },
  },
  async (counts) => {
    await using service = await openService();
    const idle = await queuesOf(service.directory);
    const environment = await useStores(service);
    const { storeDocuments } = await import('../support/storedDocuments.ts');
    const ids = await storeDocuments(service.credentials.organization_id, counts.documents);
    const bare = await bareCall(environment, { pk: `DOC#${ulidOf(ids[0] ?? 'doc_')}`, sk: 'DOC' }, counts);
    const { base_url, api_keys } = service.credentials;
    const send = leanClient(base_url, api_keys.owner, clients);

    const measured: [Phase, readonly Round[]][] = [];
    for (const phase of await phasesOf(counts, ids)) {
      const run = async () => oneRound(service, phase, send, idle);
      for (let round = 0; round < counts.warmUps; round++) await run();
      const results: Round[] = [];
      for (let round = 0; round < counts.rounds; round++) results.push(await run());
      measured.push([phase, results]);
    }
    print(measured, bare, counts);
    await printMemory(service);
  },
);

/** Prints how much memory the host holds after the uploads. Prints nothing if there is no /proc. */
async function printMemory(service: BenchService): Promise<void> {
  const status = await readFile(`/proc/${service.processId()}/status`, 'utf8').catch(() => '');
  const [resident, most] = [/^VmRSS:\s+(\d+)/m, /^VmHWM:\s+(\d+)/m].map((field) =>
    Math.round(Number(field.exec(status)?.[1]) / 1000),
  );
  if (resident && most)
    printTable(
      'Memory that the host holds',
      ['resident, MB', 'aim', 'at most, MB'],
      [[resident, verdict(resident, aimMegabytes), most]],
    );
}

async function phasesOf(counts: Counts, ids: readonly string[]): Promise<readonly Phase[]> {
  const form = new Response(uploadForm({ title: 'Upload' }, await makePdf({ minBytes: 50_000 })));
  const body = new Uint8Array(await form.arrayBuffer());
  const pathOf = (index: number) => `/v1/documents/${ids[index % ids.length]}`;
  return [
    {
      what: 'GET one',
      count: counts.reads,
      aim: 2.2,
      requestOf: (index) => ({ method: 'GET', path: pathOf(index) }),
    },
    {
      what: 'list of 50',
      count: counts.lists,
      aim: 6,
      requestOf: () => ({ method: 'GET', path: '/v1/documents?limit=50' }),
    },
    {
      what: `PATCH, ${clients} clients, ${clients} documents`,
      count: counts.changes,
      aim: 8,
      requestOf: (index) => ({
        method: 'PATCH',
        path: pathOf(index % clients),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Title ${index}` }),
      }),
    },
    {
      what: 'upload of 50 kB to ready',
      count: counts.uploads,
      aim: 20,
      requestOf: () => ({
        method: 'POST',
        path: '/v1/documents',
        headers: { 'content-type': form.headers.get('content-type') ?? '' },
        body,
      }),
    },
  ];
}

async function oneRound(
  service: BenchService,
  { count, requestOf }: Phase,
  send: (request: LeanRequest) => Promise<string>,
  idle: () => Promise<void>,
): Promise<Round> {
  const latencies: number[] = [];
  const before = await service.cpuMilliseconds();
  const clientBefore = process.cpuUsage();
  const start = performance.now();
  await inTurn(count, clients, async (index) => {
    const sentAt = performance.now();
    await send(requestOf(index));
    latencies.push(performance.now() - sentAt);
  });
  const answered = performance.now();
  const { user, system } = process.cpuUsage(clientBefore);
  await idle();
  const done = performance.now();
  const perSecond = (end: number): number => count / ((end - start) / 1000);
  return {
    perSecond: perSecond(answered),
    perSecondDone: perSecond(done),
    latencies,
    cpu: ((await service.cpuMilliseconds()) - before) / count,
    client: (user + system) / 1000 / count,
  };
}

/** Resolves with the CPU milliseconds of one bare call: the median of several processes. */
async function bareCall(
  environment: Readonly<Record<string, string>>,
  key: object,
  { bareCalls, rounds }: Counts,
): Promise<number> {
  const script = fileURLToPath(new URL('bareCall.ts', import.meta.url));
  const each: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, String(bareCalls), JSON.stringify(key)],
      { env: environment },
    );
    each.push(Number(stdout));
  }
  return median(each);
}

function print(
  measured: readonly (readonly [Phase, readonly Round[]])[],
  bare: number,
  counts: Counts,
): void {
  const middle = (results: readonly Round[], read: (round: Round) => number) => median(results.map(read));
  const aimHere = (aim: number): number => Number(((aim * bare) / bareCallMilliseconds).toFixed(2));
  printTable(
    `By ${clients} clients, ${counts.documents} documents in the organization, medians of ${counts.rounds}`,
    ['what', 'a second', 'a second, done', 'p50, ms', 'p99, ms', 'CPU, ms each', 'aim', 'client, ms each'],
    measured.map(([{ what, aim }, results]) => {
      const all = middle(results, ({ cpu }) => cpu);
      return [
        what,
        middle(results, ({ perSecond }) => perSecond).toFixed(1),
        middle(results, ({ perSecondDone }) => perSecondDone).toFixed(1),
        middle(results, ({ latencies }) => quantile(latencies, 0.5)).toFixed(1),
        middle(results, ({ latencies }) => quantile(latencies, 0.99)).toFixed(1),
        all.toFixed(2),
        aim === undefined ? '' : verdict(all, aimHere(aim)),
        middle(results, ({ client }) => client).toFixed(2),
      ];
    }),
  );
  console.log(
    `\nAims are those for a bare document client call of ${bareCallMilliseconds} ms times what it takes here: ${bare.toFixed(3)} ms.` +
      '\n"Done" includes the work of the workers, whose time is in the CPU time.',
  );
}
