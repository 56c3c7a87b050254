import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import { listening } from '../support/receivers/listening.ts';

const pollMilliseconds = 20;
const patienceMilliseconds = 45 * 60_000;

export interface Receiver extends AsyncDisposable {
  readonly port: number;
  /** The milliseconds from each event's timestamp to its arrival. */
  readonly receipts: readonly number[];
  /** Sets the secret that verifies every delivery at this path. */
  expect(path: string, secret: string): void;
  waitFor(count: number): Promise<void>;
  /** Returns the number of deliveries that arrived again. */
  repeated(): number;
}

const identifiedEvent = z.object({ id: z.string(), timestamp: z.string() });

/** Opens a receiver on this machine that verifies every delivery. */
export async function openReceiver(dataDirectory: string): Promise<Receiver> {
  const [cert, key] = await Promise.all(
    ['localhost.pem', 'localhost-key.pem'].map((name) => readFile(join(dataDirectory, name))),
  );
  const verifiers = new Map<string, Webhook>();
  const receipts: number[] = [];
  const seen = new Set<string>();
  let repeated = 0;
  const server = createServer({ cert, key, keepAliveTimeout: 10_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const verified = verifiers.get(url)?.verify(Buffer.concat(chunks), headers as Record<string, string>);
      const event = z.parse(identifiedEvent, verified);
      const name = `${url} ${event.id}`;
      if (seen.has(name)) repeated += 1;
      else receipts.push(Date.now() - Date.parse(event.timestamp));
      seen.add(name);
      response.writeHead(204).end();
    });
  });
  const port = await listening(server);
  return {
    port,
    receipts,
    expect: (path, secret) => verifiers.set(path, new Webhook(secret)),
    waitFor: async (count) => {
      const deadline = Date.now() + patienceMilliseconds;
      while (receipts.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${receipts.length} of ${count} deliveries arrived`);
        await delay(pollMilliseconds);
      }
    },
    repeated: () => repeated,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
