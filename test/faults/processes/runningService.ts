import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideCredentials } from 'assembly-host/credentials';
import { startDynamoDb } from 'assembly-host/dynamodb/server';
import { afterAll } from 'vitest';
import { type RunningService, startService, withoutRateLimits } from '../../support/service.ts';
import { Table } from '../../support/stages/table.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** A local service in a separate process. It can be stopped, and started again with the same data. */
export interface RestartableService {
  readonly directory: string;
  /** Resolves with the running service. Starts it if necessary. */
  running(): Promise<RunningService>;
  /** Stops the service if it runs. */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Reads the table while the service runs. */
  storedByRunning<T>(read: (table: Table) => Promise<T>): Promise<T>;
  /** Reads the table while the service does not run. */
  storedByStopped<T>(read: (table: Table) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Returns a service for the tests of one file. Closes the service after the last test. */
export async function ownedByFile<S extends RestartableService>(opening: Promise<S>): Promise<S> {
  const service = await opening;
  afterAll(() => service.close());
  return service;
}

export const ownRestartableService = (): Promise<RestartableService> => ownedByFile(restartableService());

/** @param expected what the service reports and the tests expect, which is not printed */
export async function restartableService(expected?: RegExp): Promise<RestartableService> {
  const temporary = await temporaryDirectory();
  const directory = temporary.path;
  let service: RunningService | undefined;
  return {
    directory,
    running: async () => {
      if (!service || service.process.exitCode !== null || service.process.signalCode !== null)
        service = await startService({ DATA_DIR: directory, ...withoutRateLimits }, expected && { expected });
      return service;
    },
    stop: async (signal) => service?.stop(signal),
    storedByRunning: async (read) => {
      const { dynamodb } = JSON.parse(await readFile(join(directory, 'ports.json'), 'utf8'));
      return read(await Table.at(`http://127.0.0.1:${dynamodb}`, provideCredentials(directory)));
    },
    storedByStopped: async (read) => {
      const store = await startDynamoDb({ directory: join(directory, 'dynamodb') });
      try {
        return await read(await Table.at(store.endpoint, provideCredentials(directory)));
      } finally {
        await store.close();
      }
    },
    close: async () => {
      await service?.stop('SIGKILL');
      await temporary[Symbol.asyncDispose]();
    },
  };
}
