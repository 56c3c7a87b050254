import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import { openReceiver } from '../support/receivers/receiver.ts';

const pollMilliseconds = 20;
const patienceMilliseconds = 45 * 60_000;

export type VerifyingReceiver = Awaited<ReturnType<typeof openVerifyingReceiver>>;

const identifiedEvent = z.object({ id: z.string(), timestamp: z.string() });

/** Opens a receiver on this machine that verifies every delivery. */
export async function openVerifyingReceiver(dataDirectory: string) {
  const [cert = '', key = ''] = await Promise.all(
    ['localhost.pem', 'localhost-key.pem'].map((name) => readFile(join(dataDirectory, name), 'utf8')),
  );
  const receiver = await openReceiver({ certificate: { cert, key }, keepAliveMilliseconds: 10_000 });
  const verifiers = new Map<string, Webhook>();
  /** The milliseconds from each event's timestamp to its arrival. */
  const receipts: number[] = [];
  const seen = new Set<string>();
  receiver.behaviour = ({ url = '', headers }, response, body) => {
    const verified = verifiers.get(url)?.verify(body, headers as Record<string, string>);
    const event = z.parse(identifiedEvent, verified);
    const name = `${url} ${event.id}`;
    if (!seen.has(name)) receipts.push(Date.now() - Date.parse(event.timestamp));
    seen.add(name);
    response.writeHead(204).end();
  };
  return {
    port: receiver.port,
    receipts,
    /** Sets the secret that verifies every delivery at this path. */
    expect: (path: string, secret: string) => verifiers.set(path, new Webhook(secret)),
    waitFor: async (count: number) => {
      const deadline = Date.now() + patienceMilliseconds;
      while (receipts.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${receipts.length} of ${count} deliveries arrived`);
        await delay(pollMilliseconds);
      }
    },
    /** Returns the number of deliveries that arrived again. */
    repeated: () => receiver.received.length - receipts.length,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}
