import { setTimeout as delay } from 'node:timers/promises';
import { listDocumentActivity } from '../../shared/contract/operations/activity.ts';
import { createDocument, getDocument } from '../../shared/contract/operations/documents.ts';
import { createDocumentShare } from '../../shared/contract/operations/shares.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Client, clientOf } from './client.ts';
import { section } from './section.ts';
import { openService, useStores } from './service.ts';
import { printTable, quantile, verdict } from './table.ts';

interface Counts {
  readonly readers: number;
  readonly rounds: number;
  /** The seconds in which visitors without an account open a public document. */
  readonly seconds: number;
}

/** The aims for the first byte of a view, in milliseconds, on two idle cores. */
const aims = { p50: 60, p99: 300 };
const visitorsASecond = 50;

/** The time in which the requests of a round are sent, in milliseconds. */
const arrivals = { 'in the same second': 1000, 'at the same moment': 0 };

/**
 * Measures how long people wait when many open the same document: a private document that is shared with each of them, and a public one.
 */
export const readers = section<Counts>(
  { full: { readers: 100, rounds: 10, seconds: 20 }, short: { readers: 1, rounds: 1, seconds: 0.1 } },
  async (counts) => {
    await using service = await openService();
    await useStores(service);
    const { credentials } = service;
    const client = clientOf(credentials);
    const document_id = await readyDocument(client, 'private');
    const path = { document_id };

    const { storedApiKey, storedPerson } = await import('../support/people/people.ts');
    const keys: Record<string, string>[] = [];
    for (let reader = 0; reader < counts.readers; reader++) {
      const person = await storedPerson();
      await client.call(createDocumentShare, { path, json: { email: person.email ?? '' } });
      keys.push((await storedApiKey(person)).headers);
    }

    const open = async (id: string, key: Record<string, string> = {}): Promise<number> => {
      const start = performance.now();
      const response = await fetch(`${credentials.base_url}/d/${id}`, {
        headers: { Accept: 'text/html', ...key },
      });
      const firstByte = performance.now() - start;
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A view was answered with ${response.status}`);
      return firstByte;
    };
    const round = (within: number): Promise<number[]> =>
      Promise.all(
        keys.map(async (key, index) => {
          await delay((index / keys.length) * within);
          return open(document_id, key);
        }),
      );

    // The first round loads and compiles the functions.
    await round(0);
    const rows = [];
    for (const [what, within] of Object.entries(arrivals)) {
      const times: number[] = [];
      for (let index = 0; index < counts.rounds; index++) times.push(...(await round(within)));
      const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(times, share)));
      rows.push([what, p50 ?? 0, p99 ?? 0, within > 0 ? verdict(p99 ?? 0, aims.p99) : '-']);
    }
    printTable(
      `Views of a document by ${counts.readers} readers with a share each, ${counts.rounds} rounds`,
      ['they come', 'p50, ms', 'p99, ms', 'aim'],
      rows,
    );
    await visitPublic(client, counts.seconds, open);
  },
);

async function readyDocument(client: Client, access_level: 'private' | 'public'): Promise<string> {
  const form = uploadForm({ title: 'Read by many', access_level }, await makePdf());
  const { id: document_id } = await client.call(createDocument, { form });
  while ((await client.call(getDocument, { path: { document_id } })).processing_status !== 'ready')
    await delay(50);
  return document_id;
}

/** Visitors without an account open a public document, evenly spread over the seconds. Each view must be in the activity. */
async function visitPublic(
  client: Client,
  seconds: number,
  open: (documentId: string) => Promise<number>,
): Promise<void> {
  const id = await readyDocument(client, 'public');
  // The first view loads what the page of a public document needs.
  await open(id);
  const views = seconds * visitorsASecond;
  const times = await Promise.all(
    Array.from({ length: views }, async (_, index) => {
      await delay((index * 1000) / visitorsASecond);
      return open(id);
    }),
  );
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => Math.round(quantile(times, share)));
  printTable(
    `The first byte of a public document, for ${visitorsASecond} visitors a second without an account`,
    ['views', 'p50, ms', 'aim of p50', 'p99, ms', 'aim of p99', 'entries missing'],
    [
      [
        views,
        p50,
        verdict(p50, aims.p50),
        p99,
        verdict(p99, aims.p99),
        views + 1 - (await viewsOf(client, id)),
      ],
    ],
  );
}

/** Counts the views in the activity of a document. */
async function viewsOf(client: Client, document_id: string): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const query = { limit: '100', ...(cursor && { cursor }) };
    const page = await client.call(listDocumentActivity, { path: { document_id }, query });
    count += page.items.filter(({ type }) => type === 'viewed').length;
    cursor = page.pagination.next_cursor;
  } while (cursor);
  return count;
}
