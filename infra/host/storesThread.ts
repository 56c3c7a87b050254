/** The thread of the stores. The stores and the gateway have separate threads, so that they can use two cores. */
import { mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { answerDirectly } from './directRequests.ts';
import { actionsOfDynamoDb } from './dynamodb/access.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { recordingAccess } from './iam/grants.ts';
import { jsonGuard } from './iam/jsonGuard.ts';
import { collectWhenIdle } from './idleHeap.ts';
import { startKms } from './kms/server.ts';
import { onPort } from './ports.ts';
import { startS3 } from './s3/server.ts';
import { startSqs } from './sqs/server.ts';
import type { StoresMessage, StoresThreadData } from './stores.ts';
import type { TableDefinition } from './template/stores.ts';
import type { ThreadRequest } from './threadMessages.ts';

const { dataDirectory, region, credentials, usedGrantsFile, readLag, ports } = workerData as StoresThreadData;
mkdirSync(dataDirectory, { recursive: true });

const access = recordingAccess(credentials, usedGrantsFile);
const tables = new Map<string, TableDefinition>();
const guard = jsonGuard(access, 'dynamodb', (action, input) => actionsOfDynamoDb(tables, action, input));

const [dynamodb, s3, sqs, kms] = await Promise.all([
  onPort(ports.dynamodb, (port) =>
    startDynamoDb({ directory: join(dataDirectory, 'dynamodb'), port, guard, readLag }),
  ),
  onPort(ports.s3, (port) => startS3({ directory: join(dataDirectory, 's3'), port, access })),
  onPort(ports.sqs, (port) => startSqs({ directory: join(dataDirectory, 'sqs'), port, region, access })),
  onPort(ports.kms, (port) => startKms({ directory: join(dataDirectory, 'kms'), port, access })),
]);
collectWhenIdle();
parentPort?.on('message', async ({ message, answerTo }: ThreadRequest<StoresMessage>) => {
  switch (message.command) {
    case 'provide':
      for (const table of message.tables) tables.set(table.name, table);
      s3.provide(message.buckets);
      kms.provide(message.keys);
      break;
    case 'allow':
      access.provide(message.sessions, message.resourcePolicies);
      break;
    case 'connect':
      answerDirectly(message.port, [dynamodb, sqs, kms]);
      break;
    case 'endPolls':
      sqs.endPolls();
      break;
    case 'expire':
      await Promise.all([dynamodb.expire(message.now), s3.expire(message.now)]);
      break;
    case 'catchUp':
      dynamodb.catchUp();
      break;
    case 'emptyBuckets':
      s3.empty();
      break;
    case 'close':
      await Promise.all([dynamodb.close(), s3.close(), sqs.close(), kms.close()]);
      parentPort?.close();
      break;
  }
  answerTo.postMessage('done');
});
parentPort?.postMessage({
  dynamodb: dynamodb.endpoint,
  s3: s3.endpoint,
  sqs: sqs.endpoint,
  kms: kms.endpoint,
});
// Writes the cache now, because a process that is killed does not write it.
flushCompileCache();
