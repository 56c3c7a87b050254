import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideCredentials } from 'assembly-host/credentials';
import { startDynamoDb } from 'assembly-host/dynamodb/server';
import { afterAll } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { type RunningService, startService, withoutRateLimits } from '../../support/service.ts';
import { Table } from '../../support/stages/table.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/**
 * Returns a local service in a separate process, for the tests of one file. It can be stopped, and started again with the same data.
 * `expected`: what the service reports and the tests expect, which is not printed
 */
export async function restartableService(expected?: RegExp) {
  const temporary = await temporaryDirectory();
  const directory = temporary.path;
  let service: RunningService | undefined;
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await temporary[Symbol.asyncDispose]();
  });
  /** Resolves with the running service. Starts it if necessary. */
  const running = async (): Promise<RunningService> => {
    if (!service || service.process.exitCode !== null || service.process.signalCode !== null)
      service = await startService({ DATA_DIR: directory, ...withoutRateLimits }, expected && { expected });
    return service;
  };
  return {
    directory,
    running,
    client: async () => clientOf((await running()).credentials),
    kill: async () => service?.stop('SIGKILL'),
    /** Reads the table while the service runs. */
    storedByRunning: async <T>(read: (table: Table) => Promise<T>): Promise<T> => {
      const { dynamodb } = JSON.parse(await readFile(join(directory, 'ports.json'), 'utf8'));
      return read(await Table.at(`http://127.0.0.1:${dynamodb}`, provideCredentials(directory)));
    },
    /** Reads the table while the service does not run. */
    storedByStopped: async <T>(read: (table: Table) => Promise<T>): Promise<T> => {
      const store = await startDynamoDb({ directory: join(directory, 'dynamodb') });
      try {
        return await read(await Table.at(store.endpoint, provideCredentials(directory)));
      } finally {
        await store.close();
      }
    },
  };
}
