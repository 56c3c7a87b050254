/** The thread of OpenSearch Serverless. A search may take some hundred milliseconds, in which the other stores must answer. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { recordingAccess } from '../iam/grants.ts';
import { collectWhenIdle } from '../idleHeap.ts';
import { onPort } from '../ports.ts';
import type { SearchMessage, StoresThreadData } from '../stores.ts';
import type { ThreadRequest } from '../threadMessages.ts';
import { startOpenSearch } from './server.ts';

const { dataDirectory, ports, credentials, usedGrantsFile } = workerData as StoresThreadData;
const access = recordingAccess(credentials, usedGrantsFile);
const openSearch = await onPort(ports.opensearch, (port) =>
  startOpenSearch({ directory: join(dataDirectory, 'opensearch'), port, access }),
);

collectWhenIdle();
parentPort?.on('message', async ({ message, answerTo }: ThreadRequest<SearchMessage>) => {
  answerTo.postMessage(await perform(message));
});

async function perform(message: SearchMessage): Promise<unknown> {
  switch (message.command) {
    case 'provide':
      return openSearch.provide(message.collections);
    case 'allow':
      return access.provide(message.sessions, []);
    case 'refresh':
      return openSearch.refresh();
    case 'close':
      await openSearch.close();
      parentPort?.close();
  }
}

parentPort?.postMessage({ opensearch: openSearch.endpoint });
// Writes the cache now, because a process that is killed does not write it.
flushCompileCache();
