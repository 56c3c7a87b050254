import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDirectory } from '../directoryLock.ts';
import { type LocalHost, startHost } from '../host.ts';
import { StartupError } from '../startupError.ts';
import { startStores } from '../stores.ts';
import { lambdaFunction, restApi, writeAssembly } from './fixture.ts';
import { directoryOfTests } from './ownDirectory.ts';

const directory = directoryOfTests();

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('a host', () => {
  const servers: Record<string, string> = {};
  let host: LocalHost;

  beforeAll(async () => {
    const hello = `exports.handler = async () => ({ statusCode: 200, body: 'hello' });`;
    const assembly = writeAssembly(join(directory, 'assembly'), {
      handlers: { Hello: hello },
      resources: { Hello: lambdaFunction('Hello'), ...restApi({ 'GET /hello': 'Hello' }) },
    });
    host = await startHost({
      port: 0,
      dataDirectory: join(directory, 'hosted'),
      assemble: async () => assembly,
      seed: async ({ endpoints }) => void Object.assign(servers, endpoints),
    });
    servers.gateway = host.baseUrl;
  });
  afterAll(() => host.close());

  async function ask(server: string, name: string, headers: Record<string, string> = {}) {
    const url = new URL('/hello', servers[server]);
    const request = get(url, { headers: { ...headers, host: name.replace('PORT', url.port) } });
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (!response) throw new Error('There is no response.');
    return { status: response.statusCode, body: await text(response) };
  }

  const all = ['gateway', 'dynamodb', 's3', 'sqs', 'kms'];

  // Threat: Web pages or other users of the machine reach what `npm start` runs
  test.for(all)('refuses a foreign host name: %s', async (server) => {
    const foreign = [
      'rebound.example',
      'rebound.example:PORT',
      'localhost.rebound.example',
      '127.0.0.1.nip.io',
    ];

    for (const name of [...foreign, '127.0.0.2', '0.0.0.0:PORT', '[::]', 'localhost.'])
      expect(await ask(server, name), name).toEqual({
        status: 421,
        body: 'This host answers to localhost, 127.0.0.1 and [::1] only.\n',
      });
  });
});

describe('a data directory', () => {
  // Threat: Web pages or other users of the machine reach what `npm start` runs
  test('has its own secret, which does not change', async () => {
    const secretIn = async (name: string) => {
      const dataDirectory = join(directory, name);
      const stores = await startStores({ dataDirectory, region: 'us-east-1' });
      await stores.close();
      expect(modeOf(join(dataDirectory, 's3-secret'))).toBe(0o600);
      expect(readFileSync(join(dataDirectory, 's3-secret'), 'utf8')).toBe(stores.credentials.secretAccessKey);
      return stores.credentials.secretAccessKey;
    };

    const one = await secretIn('one');

    expect(one).toMatch(/^[\w-]{40}$/);
    expect(await secretIn('one')).toBe(one);
    expect(await secretIn('another')).not.toBe(one);
  });

  // Threat: Web pages or other users of the machine reach what `npm start` runs
  test('can be read by its owner only, whether it existed before or not', () => {
    const there = join(directory, 'there');
    mkdirSync(there);
    chmodSync(there, 0o755);
    const missing = join(directory, 'missing');

    for (const path of [there, missing]) {
      const release = lockDirectory(path);
      expect(modeOf(path)).toBe(0o700);
      release();
    }
  });

  test('cannot be a directory that everybody can write to', () => {
    const everybodys = join(directory, 'everybodys');
    mkdirSync(everybodys);
    chmodSync(everybodys, 0o1777);

    expect(() => lockDirectory(everybodys)).toThrow(StartupError);
    expect(statSync(everybodys).mode & 0o7777).toBe(0o1777);
  });
});

describe('a data directory that cannot be used', () => {
  test.for([
    ['a file', (path: string) => writeFileSync(path, '')],
    // Linux creates nothing in /proc, and says that the folder does not exist.
    ...(process.platform === 'linux' ? ([['/proc/data', () => undefined]] as const) : []),
    ['a link to nothing', (path: string) => symlinkSync(join(directory, 'nothing'), path)],
    // As root, or with a full disk, SQLite meets other errors than that of a lock, too.
    [
      'a folder whose lock is no file',
      (path: string) => mkdirSync(join(path, 'host.lock'), { recursive: true }),
    ],
  ] as const)('is named, and is not said to be in use: %s', ([what, make]) => {
    const path = resolve(directory, what);
    make(path);

    const sentence = `The data directory ${path} cannot be used: `;
    expect(() => lockDirectory(path)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    );
  });
});
