import { readFile } from 'node:fs/promises';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { queuesOf } from './idleQueues.ts';
import { inTurn } from './inTurn.ts';
import { leanClient } from './leanClient.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable } from './table.ts';

const clients = 16;
const steps = 3;

interface Counts {
  readonly uploads: number;
}

/** Measures how much memory a local host holds after uploads of 50 kB have become ready. */
export const memory = section<Counts>(
  { full: { uploads: 1500 }, short: { uploads: 6 } },
  async ({ uploads }) => {
    await using service = await openService();
    const idle = await queuesOf(service.directory);
    const { base_url, api_keys } = service.credentials;
    const send = leanClient(base_url, api_keys.owner, clients);
    const form = new Response(uploadForm({ title: 'Upload' }, await makePdf({ minBytes: 50_000 })));
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const body = new Uint8Array(await form.arrayBuffer());

    const rows = [[0, ...(await megabytes(service.processId()))]];
    for (let step = 1; step <= steps; step++) {
      await inTurn(uploads / steps, clients, async () => {
        await send({ method: 'POST', path: '/v1/documents', headers, body });
      });
      await idle();
      rows.push([(uploads / steps) * step, ...(await megabytes(service.processId()))]);
    }
    printTable(
      'Memory that a local host holds',
      [
        { title: 'uploads', align: 'right' },
        { title: 'resident, MB', align: 'right' },
        { title: 'at most, MB', align: 'right' },
      ],
      rows,
    );
  },
);

/** Resolves with what is resident, and the most that has been; nothing where there is no /proc. */
async function megabytes(processId: number | undefined): Promise<number[]> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return [/^VmRSS:\s+(\d+)/m, /^VmHWM:\s+(\d+)/m].flatMap((field) => {
    const [, kilobytes] = field.exec(status) ?? [];
    return kilobytes === undefined ? [] : [Math.round(Number(kilobytes) / 1000)];
  });
}
