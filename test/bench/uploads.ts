import { setTimeout as delay } from 'node:timers/promises';
import { createDocument, listDocuments } from '../../shared/contract/operations/documents.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
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
}

/** Measures how fast many clients upload files of several sizes to a local host, and how soon these are ready. */
export const uploads = section<Counts>(
  { full: { uploads: 200 }, short: { uploads: sizes.length } },
  async ({ uploads }) => {
    await using service = await openService();
    await measureUploads(clientOf(service.credentials), uploads);
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
