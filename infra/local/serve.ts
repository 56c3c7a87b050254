import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type HostedCollection, type LocalHost, startHost } from 'assembly-host';
import { certificateFile } from 'assembly-host/certificate';
import { StartupError } from 'assembly-host/startupError';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { releaseName } from '../stage/releaseName.ts';
import type { LocalAssembly } from './assemble.ts';
import { startIdentityProvider } from './identityProvider.ts';
import { fillSearchIndex } from './searchIndex.ts';
import { credentialsFile, seed } from './seed.ts';
import {
  isSearchOff,
  readGrantOptions,
  readLagOptions,
  readSamplePolicies,
  readVariables,
} from './settings.ts';

const dataDirectory = resolve(process.env.DATA_DIR || '.local');

/** Hosts the local stage until a signal or the end of the parent process. Ends the process after a failure. */
export async function serve(assembling: Promise<LocalAssembly>): Promise<void> {
  try {
    const policies = readSamplePolicies();
    const isNew = !existsSync(join(dataDirectory, credentialsFile));
    let collections: readonly HostedCollection[] = [];
    const host = await startHost({
      port: readPort(process.env.PORT),
      dataDirectory,
      // Not in the template, so that a new commit without a change of the code needs no new assembly.
      variables: { ...readVariables(), [environmentNames.release]: releaseName() },
      grants: readGrantOptions(),
      readLag: readLagOptions(),
      assemble: async () => (await assembling).directory,
      awaitFiles: async (folder) => (await assembling).awaitFiles(folder),
      startUserPool: (baseUrl) => startIdentityProvider({ baseUrl, dataDirectory }),
      seed: async (stack) => {
        collections = stack.collections;
        await seed(stack, dataDirectory, policies);
      },
    });
    stopOnSignals(host);
    answerParent(host);
    printWelcome(host);
    await (await assembling).finish();
    await fillSearchIndex(collections, { dataDirectory, isSearchOff: isSearchOff(), isNew });
  } catch (error) {
    fail(error);
  }
}

function readPort(value = '3000'): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartupError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(value)}.`);
  return port;
}

/** The first signal stops the host cleanly, the second ends the process at once. */
function stopOnSignals(host: LocalHost): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    host.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Stops when the parent process is gone, because only the parent would stop this process.
  process.on('disconnect', stop);
}

interface ParentRequest {
  readonly id: number;
  readonly command: 'drain' | 'invoke' | 'withhold' | 'baseUrl';
  readonly function?: string;
  readonly event?: unknown;
  readonly grant?: string;
}

/** Does what the parent process asks over an IPC channel: drains the queues, invokes functions, withholds a grant. */
function answerParent(host: LocalHost): void {
  process.on('message', async (request: ParentRequest) => {
    try {
      process.send?.({ id: request.id, result: await perform(host, request) });
    } catch (error) {
      process.send?.({ id: request.id, error: String(error) });
    }
  });
  process.send?.({ ready: true, baseUrl: host.baseUrl });
}

async function perform(host: LocalHost, request: ParentRequest): Promise<unknown> {
  if (request.command === 'drain') return host.drain();
  if (request.command === 'invoke') return host.invoke(request.function ?? '', request.event);
  if (request.command === 'withhold') return host.withhold(request.grant);
  return host.baseUrl;
}

function printWelcome({ baseUrl, inboxUrl }: LocalHost): void {
  const credentials = join(dataDirectory, credentialsFile);
  const certificate = join(dataDirectory, certificateFile);
  const readKey = `node -p 'require("${credentials}").api_keys.owner'`;
  console.log(
    [
      '',
      `The Document Governance Service is at ${baseUrl}`,
      `API keys to try it are in ${credentials}`,
      '',
      `  curl -H "Authorization: Bearer $(${readKey})" ${baseUrl}/v1/documents`,
      '',
      `For a webhook receiver on this machine, use the certificate ${certificate} and the key beside it`,
      `Mail of the service is in the inbox at ${inboxUrl}`,
      `Sign in with a browser at ${baseUrl}/login`,
      'To stop it, press Ctrl-C. The next start continues with the same data.',
    ].join('\n'),
  );
}

function fail(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}
