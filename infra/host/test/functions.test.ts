import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Functions, type FunctionsOptions, maxPayloadBytes } from '../functions.ts';
import { eventually } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

let directory: string;
let functions: Functions;
let output: string;

beforeEach(() => {
  directory = directoryOfTest();
  output = '';
});

afterEach(async () => {
  await functions.close();
});

/** One function, called Subject. */
function host(
  source: string,
  {
    timeoutSeconds = 5,
    file = 'index.cjs',
    ...more
  }: { timeoutSeconds?: number; file?: string } & Partial<FunctionsOptions> = {},
): void {
  const assetDirectory = join(directory, 'Subject');
  mkdirSync(assetDirectory);
  writeFileSync(join(assetDirectory, file), source);
  const log = new PassThrough();
  log.on('data', (chunk) => {
    output += chunk;
  });
  functions = new Functions({
    definitions: [
      {
        logicalId: 'Subject',
        label: 'subject',
        name: 'Stack-Subject',
        arn: 'arn:aws:lambda:us-east-1:000000000000:function:Stack-Subject',
        roleArn: 'arn:aws:iam::000000000000:role/Stack-Role',
        assetDirectory,
        handler: 'index.handler',
        runtime: 'nodejs24.x',
        logGroup: undefined,
        environment: { TABLE_NAME: 'table' },
        memoryMegabytes: 128,
        timeoutSeconds,
      },
    ],
    region: 'eu-west-1',
    credentialsOf: () => ({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' }),
    endpoints: {
      dynamodb: 'http://dynamodb',
      s3: 'http://s3',
      sqs: 'http://sqs',
      kms: 'http://kms',
      opensearch: 'http://opensearch',
      ses: 'http://ses',
    },
    logOf: () => log,
    ...more,
  });
}

const invoke = async (event: unknown = {}) =>
  JSON.parse(await functions.invoke('Subject', JSON.stringify(event), { requestId: 'request-1' }));

describe('a function', () => {
  test('is loaded again after it has retired, which waits for running invocations', async () => {
    host(`let count = 0;
      exports.handler = async () => { await new Promise((done) => setTimeout(done, 50)); return ++count; };`);
    expect(await invoke()).toBe(1);

    const running = invoke();
    await new Promise((resolve) => setTimeout(resolve, 20));
    functions.retire('Subject');
    expect(await running).toBe(2);

    functions.retire('Subject');
    expect(await invoke()).toBe(1);
  });

  test('is loaded again after a time without invocations', async () => {
    host('let count = 0; exports.handler = async () => ++count;', { idleMilliseconds: 300 });
    expect([await invoke(), await invoke()]).toEqual([1, 2]);
    await vi.waitFor(async () => expect(await invoke()).toBe(1), { timeout: 10_000, interval: 500 });
  });

  test('has the variables of the template, of Lambda and of the stores, and none of the host', async () => {
    vi.stubEnv('LEAKED_FROM_HOST', 'yes');
    onTestFinished(() => void vi.unstubAllEnvs());
    host('exports.handler = async () => process.env;');

    const environment = await invoke();

    expect(environment).toMatchObject({
      TABLE_NAME: 'table',
      AWS_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Stack-Subject',
      LAMBDA_TASK_ROOT: join(directory, 'Subject'),
      AWS_ENDPOINT_URL_DYNAMODB: 'http://dynamodb',
      AWS_ENDPOINT_URL_KMS: 'http://kms',
    });
    expect(environment).not.toHaveProperty('LEAKED_FROM_HOST');
    expect(environment).not.toHaveProperty('HOME');
    expect(environment).not.toHaveProperty('NODE_TLS_REJECT_UNAUTHORIZED');
  });

  test('writes its output to its log', async () => {
    host(`exports.handler = async () => { console.log('said'); };`);
    await invoke();

    expect(await eventually(() => output || undefined)).toContain('said');
  });
});

describe('a failure', () => {
  test('of the handler affects its own invocation only', async () => {
    host(
      `exports.handler = async ({ fail }) => { if (fail) throw new TypeError('broken'); return process.threadId; };`,
    );

    await expect(invoke({ fail: true })).rejects.toThrow('TypeError: broken');
    await expect(invoke()).resolves.toBeNull();
  });

  test.for([
    ['ends its process', 'process.exit(3)', /Runtime.ExitError/],
    [
      'takes more memory than it has',
      'const a = []; for (;;) a.push(new Array(1e5).fill(a.length));',
      /memory/,
    ],
  ])(
    'of a function that %s fails the running invocations, and the next one gets a new thread',
    async ([, code, message]) => {
      host(
        `let calls = 0;
        exports.handler = async ({ crash }) => {
          calls += 1;
          if (crash) {
            ${code};
            await new Promise(() => {});
          }
          return calls;
        };`,
        // Filling the memory may take long on a busy machine.
        { timeoutSeconds: 60 },
      );
      await expect(invoke()).resolves.toBe(1);

      await expect(invoke({ crash: true })).rejects.toThrow(message);
      await expect(invoke()).resolves.toBe(1);
    },
  );

  test('by timeout ends the thread, with everything in it', async () => {
    host('exports.handler = async ({ wait }) => (wait ? new Promise(() => {}) : 1);', {
      timeoutSeconds: 0.2,
    });

    const results = await Promise.allSettled([invoke({ wait: true }), invoke({ wait: true })]);

    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
      expect.stringContaining('Task timed out after 0.20 seconds'),
      expect.anything(),
    ]);
    await expect(invoke()).resolves.toBe(1);
  });

  test('is caused by a result of more than 6 MB', async () => {
    host(`exports.handler = async ({ size }) => 'x'.repeat(size);`);

    expect(await invoke({ size: maxPayloadBytes - 2 })).toHaveLength(maxPayloadBytes - 2);
    await expect(invoke({ size: maxPayloadBytes - 1 })).rejects.toThrow(/ResponseSizeTooLarge/);
  });
});
