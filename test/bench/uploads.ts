import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createDocument, listDocuments } from '../../shared/contract/operations/documents.ts';
import { listDocumentVersions } from '../../shared/contract/operations/versions.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import { type Client, clientOf } from '../support/load/client.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { inTurn } from './inTurn.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable, quantile } from './table.ts';

const clients = 16;
/** File sizes: from a page of text to the most that a request can carry. */
const sizes = [0, 10_000, 50_000, 200_000, 1_000_000, 4_000_000];
const pollMilliseconds = 100;
const patienceMilliseconds = 5 * 60_000;
const pageLimit = '100';
/** The title of an upload begins so. The service may have other documents. */
const title = 'Uploaded once';

interface Counts {
  readonly uploads: number;
  /** The signals that end the service, one after the other. */
  readonly signals: readonly NodeJS.Signals[];
}

/** Many clients upload to a local host, which is ended and started again. Every document must be there exactly once, and stay. */
export const uploads = section<Counts>(
  {
    full: { uploads: 200, signals: ['SIGTERM', 'SIGKILL'] },
    short: { uploads: sizes.length, signals: ['SIGKILL'] },
  },
  async ({ uploads, signals }) => {
    await using service = await openService();
    const client = clientOf(service.credentials);
    await measureUploads(client, uploads);
    const before = await everything(client);
    checkOnceEach(before, uploads);

    for (const signal of signals) {
      await service.restart(signal);
      checkSame(signal, before, await everything(client));
    }
    console.log(
      `\nAll ${uploads} documents were listed once, each ready with one version, and were the same after ${signals.join(' and ')}.`,
    );
  },
);

async function measureUploads(client: Client, uploads: number): Promise<void> {
  const pdfs = await Promise.all(sizes.map((minBytes) => makePdf({ pages: 1 + (minBytes % 7), minBytes })));
  const acknowledged = new Map<string, number>();
  const createMilliseconds: number[] = [];
  const start = performance.now();
  const watching = watchReadiness(client, acknowledged, uploads);

  await inTurn(uploads, clients, async (index) => {
    const form = uploadForm({ title: `${title} ${index}` }, pdfs[index % pdfs.length] ?? null);
    const sentAt = performance.now();
    const { id } = await client.call(createDocument, { form });
    const answeredAt = performance.now();
    createMilliseconds.push(answeredAt - sentAt);
    acknowledged.set(id, answeredAt);
  });
  const uploaded = performance.now();
  const readyMilliseconds = await watching;
  const done = performance.now();

  const perSecond = (milliseconds: number): string => (uploads / (milliseconds / 1000)).toFixed(1);
  const quantiles = (values: readonly number[]): string[] =>
    [0.5, 0.95].map((share) => quantile(values, share).toFixed(0));
  const megabytes = pdfs.reduce((sum, pdf) => sum + pdf.byteLength, 0) / pdfs.length / 1e6;
  printTable(
    `${uploads} uploads by ${clients} clients, ${megabytes.toFixed(1)} MB on average`,
    ['what', 'a second', 'p50, ms', 'p95, ms'],
    [
      ['createDocument', perSecond(uploaded - start), ...quantiles(createMilliseconds)],
      ['from its answer to ready', perSecond(done - start), ...quantiles(readyMilliseconds)],
    ],
  );
}

/** Resolves with the time of each upload from its answer until the list shows it as ready. */
async function watchReadiness(
  client: Client,
  acknowledged: ReadonlyMap<string, number>,
  uploads: number,
): Promise<number[]> {
  const readyAt = new Map<string, number>();
  const deadline = Date.now() + patienceMilliseconds;
  while (readyAt.size < uploads) {
    if (Date.now() > deadline) throw new Error(`only ${readyAt.size} of ${uploads} uploads became ready`);
    await delay(pollMilliseconds);
    for (const { id, processing_status } of await listAll(client)) {
      if (processing_status === 'failed') throw new Error(`${id} failed`);
      if (processing_status === 'ready' && !readyAt.has(id)) readyAt.set(id, performance.now());
    }
  }
  // An upload can be ready before its own answer has arrived.
  return [...readyAt].map(([id, at]) => Math.max(at - (acknowledged.get(id) ?? at), 0));
}

/** Returns every uploaded document of the list, newest first. */
async function listAll(client: Client): Promise<Document[]> {
  const documents: Document[] = [];
  let query: Record<string, string> = { limit: pageLimit };
  for (;;) {
    const { items, pagination } = await client.call(listDocuments, { query });
    documents.push(...items.filter((document) => document.title.startsWith(title)));
    if (!pagination.has_more) return documents;
    query = { limit: pageLimit, cursor: pagination.next_cursor };
  }
}

interface Entry {
  readonly document: Document;
  readonly versions: readonly Version[];
}

async function everything(client: Client): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const document of await listAll(client)) {
    const request = { path: { document_id: document.id }, query: { limit: pageLimit } };
    entries.push({ document, versions: (await client.call(listDocumentVersions, request)).items });
  }
  return entries;
}

function checkOnceEach(entries: readonly Entry[], uploads: number): void {
  const ids = new Set(entries.map(({ document }) => document.id));
  const titles = new Set(entries.map(({ document }) => document.title));
  if (entries.length !== uploads || ids.size !== uploads || titles.size !== uploads)
    throw new Error(`${entries.length} documents are listed, ${ids.size} ids, ${titles.size} titles`);
  for (const { document, versions } of entries)
    if (versions.length !== 1) throw new Error(`${document.id} has ${versions.length} versions`);
}

function checkSame(signal: string, before: readonly Entry[], after: readonly Entry[]): void {
  const changed = before.findIndex((entry, index) => !isDeepStrictEqual(entry, after[index]));
  if (before.length === after.length && changed === -1) return;
  throw new Error(
    `after ${signal}: ${after.length} documents; ${JSON.stringify(before[changed])} became ${JSON.stringify(after[changed])}`,
  );
}
