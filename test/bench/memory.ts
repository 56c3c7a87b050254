import { readFile } from 'node:fs/promises';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { queuesOf } from './idleQueues.ts';
import { inTurn } from './inTurn.ts';
import { leanClient } from './leanClient.ts';
import { section } from './section.ts';
import { openService } from './service.ts';
import { printTable, verdict } from './table.ts';

const clients = 16;
const steps = 3;
const aimMegabytes = 500;

interface Counts {
  readonly uploads: number;
}

/** Measures how much memory a local host holds after uploads of 50 kB have become ready. */
export const memory = section<Counts>(
  { full: { uploads: 1500 }, short: { uploads: steps } },
  async ({ uploads }) => {
    await using service = await openService();
    const idle = await queuesOf(service.directory);
    const { base_url, api_keys } = service.credentials;
    const send = leanClient(base_url, api_keys.owner, clients);
    const form = new Response(uploadForm({ title: 'Upload' }, await makePdf({ minBytes: 50_000 })));
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const body = new Uint8Array(await form.arrayBuffer());

    const rows = [await rowOf(service.processId(), 0)];
    for (let step = 1; step <= steps; step++) {
      await inTurn(uploads / steps, clients, async () => {
        await send({ method: 'POST', path: '/v1/documents', headers, body });
      });
      await idle();
      rows.push(await rowOf(service.processId(), (uploads / steps) * step));
    }
    printTable('Memory that a local host holds', ['uploads', 'resident, MB', 'aim', 'at most, MB'], rows);
  },
);

/** Returns the current and the largest resident memory. The result is empty if there is no /proc. */
async function rowOf(processId: number | undefined, uploads: number): Promise<(string | number)[]> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const [resident, most] = [/^VmRSS:\s+(\d+)/m, /^VmHWM:\s+(\d+)/m].map((field) =>
    Math.round(Number(field.exec(status)?.[1]) / 1000),
  );
  return resident && most ? [uploads, resident, verdict(resident, aimMegabytes), most] : [uploads];
}
