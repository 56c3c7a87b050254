import { createDocument, updateDocument } from '../../shared/contract/operations/documents.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { clientOf } from './client.ts';
import { inTurn } from './inTurn.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable, quantile } from './table.ts';

const clients = 16;

interface Counts {
  readonly requests: number;
}

/** Measures clients that keep changing the same document: the speed, the cost, and whether all changes succeed. */
export const contention = section<Counts>(
  { full: { requests: 2000 }, short: { requests: 4 } },
  async ({ requests }) => {
    await using service = await openService();
    const client = clientOf(service.credentials);
    const form = uploadForm({ title: 'Master agreement' }, await makePdf());
    const { id } = await client.call(createDocument, { form });
    const change = async (title: string): Promise<number> => {
      const response = await client.send(updateDocument, { path: { document_id: id }, json: { title } });
      await response.arrayBuffer();
      return response.status;
    };
    // The first request loads the function.
    await change('Before');

    const statuses = new Map<number, number>();
    const milliseconds: number[] = [];
    const cpuBefore = await service.cpuMilliseconds();
    const start = performance.now();
    await inTurn(requests, clients, async (index) => {
      const sentAt = performance.now();
      const status = await change(`Title ${index}`);
      milliseconds.push(performance.now() - sentAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    const seconds = (performance.now() - start) / 1000;
    const cpuMilliseconds = (await service.cpuMilliseconds()) - cpuBefore;

    printTable(
      `${requests} changes of one document by ${clients} clients`,
      ['what', 'a second', 'p50, ms', 'p99, ms', 'longest, ms', 'CPU, ms each', 'not 200'],
      [
        [
          'updateDocument',
          (requests / seconds).toFixed(1),
          quantile(milliseconds, 0.5).toFixed(0),
          quantile(milliseconds, 0.99).toFixed(0),
          quantile(milliseconds, 1).toFixed(0),
          (cpuMilliseconds / requests).toFixed(1),
          requests - (statuses.get(200) ?? 0),
        ],
      ],
    );
    printTable(
      'What they were answered',
      ['status', 'answers'],
      [...statuses].toSorted(([a], [b]) => a - b).map(([status, answers]) => [String(status), answers]),
    );
  },
);
