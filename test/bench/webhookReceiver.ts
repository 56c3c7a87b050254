import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';

const patienceMilliseconds = 45 * 60_000;

interface Receipt {
  readonly id: string;
  /** `performance.now()` */
  readonly at: number;
  /** Milliseconds since the event's timestamp. */
  readonly late: number;
}

export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly receipts: readonly Receipt[];
  /** Every delivery of this endpoint is verified with the secret. */
  expect(path: string, secret: string): void;
  waitFor(count: number): Promise<void>;
  repeated(): number;
}

/**
 * A receiver on this machine that verifies every delivery; `silent` never answers one.
 */
export async function openReceiver(
  dataDirectory: string,
  manner: 'prompt' | 'silent' = 'prompt',
): Promise<Receiver> {
  const [cert, key] = await Promise.all(
    ['localhost.pem', 'localhost-key.pem'].map((name) => readFile(join(dataDirectory, name))),
  );
  const verifiers = new Map<string, Webhook>();
  const receipts: Receipt[] = [];
  const seen = new Set<string>();
  let repeated = 0;
  const server = createServer({ cert, key, keepAliveTimeout: 10_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const event = verifiers.get(url)?.verify(Buffer.concat(chunks), headers as Record<string, string>) as {
        id: string;
        timestamp: string;
      };
      const name = `${url} ${event.id}`;
      if (seen.has(name)) repeated += 1;
      else
        receipts.push({
          id: event.id,
          at: performance.now(),
          late: Date.now() - Date.parse(event.timestamp),
        });
      seen.add(name);
      if (manner === 'prompt') response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    receipts,
    expect: (path, secret) => verifiers.set(path, new Webhook(secret)),
    waitFor: async (count) => {
      const deadline = Date.now() + patienceMilliseconds;
      while (receipts.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${receipts.length} of ${count} deliveries arrived`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    repeated: () => repeated,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
