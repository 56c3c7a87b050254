import { setTimeout as delay } from 'node:timers/promises';
import { Inspector } from '../../functions/workers/inspection/inspector.ts';
import { createDocument, getDocument } from '../../shared/contract/operations/documents.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import { worstPdf } from '../support/files/slowPdfs.ts';
import { type BenchRequest, type Client, clientOf } from '../support/load/client.ts';
import { bundleInspection } from '../support/runner/bundledThread.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { inTurn } from './inTurn.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable, quantile } from './table.ts';

const clients = 16;
const ordinaryBytes = 50_000;
const pollMilliseconds = 20;
const limits = { cpuMilliseconds: 20_000, milliseconds: 20_000 };

interface Counts {
  readonly uploads: number;
  readonly worst: number;
  /**
   * The number of documents that another organization uploads, one after the other. The organization does so before the worst files, and
   * again beside the worst files.
   */
  readonly others: number;
  /** A document of the other organization must be ready within this time. The short form has more time, as it runs beside other tests. */
  readonly aimMilliseconds: number;
}

/** Measures the cost of an ordinary upload, and how long the worst files of one organization delay another organization. */
export const processing = section<Counts>(
  {
    full: { uploads: 300, worst: 100, others: 20, aimMilliseconds: 10_000 },
    short: { uploads: 1, worst: 1, others: 1, aimMilliseconds: 60_000 },
  },
  async ({ uploads, worst, others, aimMilliseconds }) => {
    const pdf = await makePdf({ minBytes: ordinaryBytes });
    await measureInspection(pdf, uploads);

    await using service = await openService();
    const client = clientOf(service.credentials);
    const upload = (as: BenchRequest['as'] = 'owner', payload = pdf) =>
      client.call(createDocument, { as, form: uploadForm({ title: 'Upload' }, payload) });
    // The first upload loads the functions, and the next ones compile them.
    await inTurn(uploads, clients, async () => void (await upload()));
    await service.drain();
    const cpuBefore = await service.cpuMilliseconds();
    const start = performance.now();
    await inTurn(uploads, clients, async () => void (await upload()));
    await service.drain();
    const seconds = (performance.now() - start) / 1000;
    const cpuEach = ((await service.cpuMilliseconds()) - cpuBefore) / uploads;
    printTable(
      `${uploads} uploads of 50 kB by ${clients} clients`,
      ['what', 'a second', 'CPU, ms each'],
      [['upload to ready, all threads', (uploads / seconds).toFixed(1), cpuEach.toFixed(1)]],
    );

    const before = await readyMilliseconds(client, others, () => upload('outsider'));
    await inTurn(worst, clients, async () => void (await upload('owner', worstPdf)));
    const beside = await readyMilliseconds(client, others, () => upload('outsider'));
    printTable(
      `Another organization's documents, from the request to ready, beside ${worst} of the worst files`,
      ['when', 'p50, ms', 'longest, ms', 'aim, ms'],
      [
        ['nothing else is uploaded', ...figuresOf(before), aimMilliseconds],
        ['the worst files wait', ...figuresOf(beside), aimMilliseconds],
      ],
    );
    if (quantile(beside, 1) > aimMilliseconds) throw new Error('a document of another organization was late');
  },
);

const figuresOf = (milliseconds: readonly number[]): string[] =>
  [0.5, 1].map((share) => quantile(milliseconds, share).toFixed(0));

async function measureInspection(pdf: Uint8Array, files: number): Promise<void> {
  await using directory = await temporaryDirectory();
  const inspector = new Inspector({ megabytes: 256, threadFile: await bundleInspection(directory.path) });
  const cpuOf = async (count: number): Promise<string> => {
    const before = process.cpuUsage();
    for (let file = 0; file < count; file++) await inspector.inspect(pdf, limits);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) / 1000 / count).toFixed(2);
  };
  const first = await cpuOf(1);
  const next = await cpuOf(files);
  inspector.end();
  printTable(
    'Inspection of a file of 50 kB',
    ['what', 'CPU, ms each'],
    [
      ['the first of a thread, with loading it', first],
      [`the next ${files}`, next],
    ],
  );
}

/** Uploads one document after the other. Resolves with the times until each was ready. */
async function readyMilliseconds(
  client: Client,
  count: number,
  upload: () => Promise<Document>,
): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let document = 0; document < count; document++) {
    const start = performance.now();
    const { id } = await upload();
    await isReady(client, id);
    milliseconds.push(performance.now() - start);
  }
  return milliseconds;
}

async function isReady(client: Client, document_id: string): Promise<void> {
  for (;;) {
    const { processing_status } = await client.call(getDocument, { as: 'outsider', path: { document_id } });
    if (processing_status === 'ready') return;
    if (processing_status === 'failed') throw new Error(`${document_id} failed`);
    await delay(pollMilliseconds);
  }
}
