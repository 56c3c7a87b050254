import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import { type RunningService, startService } from '../support/service.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Client, clientOf, everything, listAll } from './client.ts';
import { printTable, quantile } from './table.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const uploads = 200;
const clients = 16;
/** From a page of text to as much as a request can carry. */
const sizes = [0, 10_000, 50_000, 200_000, 1_000_000, 4_000_000];
const pollMilliseconds = 100;
const patienceMilliseconds = 5 * 60_000;

/** Many clients upload to a local host; it is stopped, and killed; everything is there exactly once, and stays. */
export async function benchUploads(): Promise<void> {
  await using directory = await temporaryDirectory();
  const settings = {
    DATA_DIR: directory.path,
    RATE_LIMIT_REQUESTS: '1000000',
    RATE_LIMIT_CREATES: '1000000',
  };
  let service = await startService(settings);
  try {
    const client = clientOf(service);
    await measureUploads(client);
    const before = await everything(client);
    checkOnceEach(before.map(({ document }) => document));
    for (const { document, versions } of before)
      if (versions.length !== 1) throw new Error(`${document.id} has ${versions.length} versions`);

    // The same address again: it is in the URLs of what is compared.
    const PORT = new URL(service.credentials.base_url).port;
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await service.stop(signal);
      service = await startService({ ...settings, PORT });
      checkSame(signal, before, await everything(clientOf(service)));
    }
    console.log(
      `\nAll ${uploads} documents were listed once, each ready with one version, and were the same after SIGTERM and SIGKILL.`,
    );
  } finally {
    await stop(service);
  }
}

const stop = (service: RunningService): Promise<void> => service.stop('SIGKILL');

async function measureUploads(client: Client): Promise<void> {
  const pdfs = await Promise.all(sizes.map((minBytes) => makePdf({ pages: 1 + (minBytes % 7), minBytes })));
  const acknowledged = new Map<string, number>();
  const createMilliseconds: number[] = [];
  const start = performance.now();
  const watching = watchReadiness(client, acknowledged);

  let next = 0;
  const uploadInTurn = async (): Promise<void> => {
    while (next < uploads) {
      const index = next++;
      const pdf = pdfs[index % pdfs.length];
      if (!pdf) return;
      const sentAt = performance.now();
      const { id } = await client.create(uploadForm({ title: `Upload ${index}` }, pdf));
      const answeredAt = performance.now();
      createMilliseconds.push(answeredAt - sentAt);
      acknowledged.set(id, answeredAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, uploadInTurn));
  const uploaded = performance.now();
  const readyMilliseconds = await watching;
  const done = performance.now();

  const megabytes = pdfs.reduce((sum, pdf) => sum + pdf.byteLength, 0) / pdfs.length / 1e6;
  printTable(
    `${uploads} uploads by ${clients} clients, ${megabytes.toFixed(1)} MB on average`,
    [
      { title: 'what' },
      { title: 'a second', align: 'right' },
      { title: 'p50, ms', align: 'right' },
      { title: 'p95, ms', align: 'right' },
    ],
    [
      ['createDocument', perSecond(uploaded - start), ...quantiles(createMilliseconds)],
      ['from its answer to ready', perSecond(done - start), ...quantiles(readyMilliseconds)],
    ],
  );
}

const perSecond = (milliseconds: number): string => (uploads / (milliseconds / 1000)).toFixed(1);
const quantiles = (values: readonly number[]): string[] =>
  [0.5, 0.95].map((share) => quantile(values, share).toFixed(0));

/** Resolves with how long each upload took from its answer to ready, as the list shows it. */
async function watchReadiness(client: Client, acknowledged: ReadonlyMap<string, number>): Promise<number[]> {
  const readyAt = new Map<string, number>();
  const deadline = Date.now() + patienceMilliseconds;
  while (readyAt.size < uploads) {
    if (Date.now() > deadline) throw new Error(`only ${readyAt.size} of ${uploads} uploads became ready`);
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    for (const { id, processing_status } of await listAll(client)) {
      if (processing_status === 'failed') throw new Error(`${id} failed`);
      if (processing_status === 'ready' && !readyAt.has(id)) readyAt.set(id, performance.now());
    }
  }
  // An upload can be ready before its own answer has arrived.
  return [...readyAt].map(([id, at]) => Math.max(at - (acknowledged.get(id) ?? at), 0));
}

function checkOnceEach(documents: readonly Document[]): void {
  const ids = new Set(documents.map(({ id }) => id));
  const titles = new Set(documents.map(({ title }) => title));
  if (documents.length !== uploads || ids.size !== uploads || titles.size !== uploads)
    throw new Error(`${documents.length} documents are listed, ${ids.size} ids, ${titles.size} titles`);
}

type Everything = readonly { readonly document: Document; readonly versions: readonly Version[] }[];

function checkSame(signal: string, before: Everything, after: Everything): void {
  const changed = before.findIndex((entry, index) => !isDeepStrictEqual(entry, after[index]));
  if (before.length === after.length && changed === -1) return;
  throw new Error(
    `after ${signal}: ${after.length} documents; ${JSON.stringify(before[changed])} became ${JSON.stringify(after[changed])}`,
  );
}
