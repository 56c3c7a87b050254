import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, inject } from 'vitest';
import { type Credentials, clientOf } from './client.ts';
import { directoryOfTests } from './ownDirectory.ts';

const commandLine = fileURLToPath(new URL('../../infra/admin/main.ts', import.meta.url));

/**
 * Creates people of every role with an organization of their own for the tests of a `describe`: for changes that cannot be undone, or would
 * disturb other tests. Only the local service has an operator's command line here.
 */
export function ownActors() {
  const file = join(directoryOfTests(), 'credentials.json');
  let credentials: Credentials;
  beforeAll(async () => {
    const env = { ...process.env, DATA_DIR: inject('dataDirectory') };
    const prepare = [commandLine, 'conformance', 'prepare', '--output', file];
    await promisify(execFile)(process.execPath, prepare, { env });
    credentials = JSON.parse(await readFile(file, 'utf8'));
  }, 60_000);
  return {
    get credentials() {
      return credentials;
    },
    get call() {
      return clientOf(credentials);
    },
  };
}
