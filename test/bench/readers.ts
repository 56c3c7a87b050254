import { createDocument, getDocument } from '../../shared/contract/operations/documents.ts';
import { createDocumentShare } from '../../shared/contract/operations/shares.ts';
import { clientOf } from '../support/load/client.ts';
import { variables } from '../support/load/webhookClient.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable, quantile, verdict } from './table.ts';

interface Counts {
  readonly readers: number;
  readonly rounds: number;
}

/** The aim for the slowest of a hundred readers, in milliseconds, on two idle cores. */
const aim = 300;

/** The time in which the requests of a round are sent, in milliseconds. */
const arrivals = { 'in the same second': 1000, 'at the same moment': 0 };

/** Measures how long people wait who read one private document at the same time, each by a share. */
export const readers = section<Counts>(
  { full: { readers: 100, rounds: 10 }, short: { readers: 3, rounds: 1 } },
  async (counts) => {
    await using service = await openService();
    Object.assign(process.env, await variables(service.directory));
    const { credentials } = service;
    const client = clientOf(credentials);
    const form = uploadForm({ title: 'Read by many', access_level: 'private' }, await makePdf());
    const { id: document_id } = await client.call(createDocument, { form });
    const path = { document_id };
    while ((await client.call(getDocument, { path })).processing_status !== 'ready')
      await new Promise((resolve) => setTimeout(resolve, 50));

    const { storedApiKey, storedPerson } = await import('../support/people/people.ts');
    const keys: Record<string, string>[] = [];
    for (let reader = 0; reader < counts.readers; reader++) {
      const person = await storedPerson();
      await client.call(createDocumentShare, { path, json: { email: person.email ?? '' } });
      keys.push((await storedApiKey(person)).headers);
    }

    const open = async (key: Record<string, string>): Promise<number> => {
      const start = performance.now();
      const response = await fetch(`${credentials.base_url}/d/${document_id}`, {
        headers: { Accept: 'text/html', ...key },
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A view was answered with ${response.status}`);
      return performance.now() - start;
    };
    const round = (within: number): Promise<number[]> =>
      Promise.all(
        keys.map(async (key, index) => {
          await new Promise((resolve) => setTimeout(resolve, (index / keys.length) * within));
          return open(key);
        }),
      );

    // The first round loads and compiles the functions.
    await round(0);
    const rows = [];
    for (const [what, within] of Object.entries(arrivals)) {
      const times: number[] = [];
      for (let index = 0; index < counts.rounds; index++) times.push(...(await round(within)));
      const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(times, share)));
      rows.push([what, p50 ?? 0, p99 ?? 0, within > 0 ? verdict(p99 ?? 0, aim) : '-']);
    }
    printTable(
      `Views of a document by ${counts.readers} readers with a share each, ${counts.rounds} rounds`,
      ['they come', 'p50, ms', 'p99, ms', 'aim'],
      rows,
    );
  },
);
