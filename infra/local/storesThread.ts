/** The thread that the stores run in, so that their work and the gateway's share two cores. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { startDynamoDb } from './dynamodb/server.ts';
import { startS3 } from './s3/server.ts';
import { startSqs } from './sqs.ts';
import { isPortTaken } from './startupError.ts';
import type { StoresMessage, StoresOptions } from './stores.ts';

const { dataDirectory, region, credentials } = workerData as StoresOptions;
const portsFile = join(dataDirectory, 'ports.json');
const remembered = readPorts();
mkdirSync(dataDirectory, { recursive: true });

const [dynamodb, s3, sqs] = await Promise.all([
  onPort(remembered.dynamodb, (port) => startDynamoDb({ directory: join(dataDirectory, 'dynamodb'), port })),
  onPort(remembered.s3, (port) => startS3({ directory: join(dataDirectory, 's3'), port, credentials })),
  onPort(remembered.sqs, (port) => startSqs({ directory: join(dataDirectory, 'sqs'), port, region })),
]);
const endpoints = { dynamodb: dynamodb.endpoint, s3: s3.endpoint, sqs: sqs.endpoint };
const ports = Object.entries(endpoints).map(([name, endpoint]) => [name, Number(new URL(endpoint).port)]);
writeFileSync(portsFile, JSON.stringify(Object.fromEntries(ports)));

parentPort?.on('message', async (message: StoresMessage) => {
  switch (message.command) {
    case 'provideBuckets':
      s3.provide(message.buckets);
      break;
    case 'endPolls':
      sqs.endPolls();
      break;
    case 'close':
      await Promise.all([dynamodb.close(), s3.close(), sqs.close()]);
      parentPort?.close();
      return;
  }
  parentPort?.postMessage({ done: message.command });
});
parentPort?.postMessage({ endpoints });

/** Ports are kept from one run to the next, so that presigned URLs outlive a restart while their ports are free. */
async function onPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || !isPortTaken(error)) throw error;
    return start(0);
  }
}

function readPorts(): { dynamodb: number; s3: number; sqs: number } {
  const port = z.catch(z.number(), 0);
  const schema = z.catch(z.object({ dynamodb: port, s3: port, sqs: port }), { dynamodb: 0, s3: 0, sqs: 0 });
  try {
    return schema.parse(JSON.parse(readFileSync(portsFile, 'utf8')));
  } catch {
    return schema.parse(undefined);
  }
}
