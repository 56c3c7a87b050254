import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { findServedRoutes } from '../../infra/bundling/bundle.ts';
import { grantedOn, type Resource } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { assemble, metafileName } from '../../infra/local/assemble.ts';
import { directoryOfTests } from '../support/ownDirectory.ts';
import { specs, synthesizeStage, userPoolNames } from './synthesized.ts';

/** The actions that a function must be granted for each operation that `shared/aws` sends, and for each command of the SDK. */
const actionsOfCommand: Readonly<Record<string, readonly string[]>> = {
  GetItem: ['dynamodb:GetItem'],
  BatchGetItem: ['dynamodb:BatchGetItem'],
  BatchWriteItem: ['dynamodb:BatchWriteItem'],
  PutItem: ['dynamodb:PutItem'],
  DeleteItem: ['dynamodb:DeleteItem'],
  Query: ['dynamodb:Query'],
  TransactWriteItems: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
  UpdateItem: ['dynamodb:UpdateItem'],
  GetObject: ['s3:GetObject'],
  PutObject: ['s3:PutObject'],
  DeleteObject: ['s3:DeleteObject'],
  CopyObject: ['s3:GetObject', 's3:PutObject'],
  SendMessage: ['sqs:SendMessage'],
  Encrypt: ['kms:Encrypt'],
  Decrypt: ['kms:Decrypt'],
  Call: ['aoss:APIAccessAll'],
  // The key policy grants `kms:Sign`, to one role.
  Sign: [],
  // This command needs `s3:ListBucket`. The action is in `actionsWithoutCommand` instead, because other functions have this permission only
  // to get the right status codes from S3.
  ListObjectsV2: [],
};
/**
 * A commit can put and delete items. The bundle does not show whether a function needs only one of the two actions. So the test expects at
 * least one of them.
 */
const actionsOfCommit = ['dynamodb:PutItem', 'dynamodb:DeleteItem'];
/** The SDK's client of S3 always has this command, for sessions of directory buckets. */
const commandAlwaysBundled = 'CreateSession';
/**
 * Actions whose calls this test does not find: actions of Lambda's poller, actions for the status codes of S3, and calls of SSM and SES.
 */
const actionsWithoutCommand = [
  's3:ListBucket',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'ssm:GetParameter',
  'ses:SendEmail',
];

/**
 * Actions that are in a bundle but never called. A commit of an event looks for endpoints. `updateWebhook` has just read an endpoint, so
 * its commit does not look for any.
 */
const neverCalled: ReadonlyMap<FunctionName, string> = new Map([['updateWebhook', 'dynamodb:GetItem']]);

const directory = directoryOfTests();
/** The bundles of the local stage. */
let local: string;
let metafile: Metafile;
let started: ReadonlyMap<FunctionName, string>;

beforeAll(async () => {
  const build = dirname(await assemble());
  local = join(build, 'bundles');
  metafile = JSON.parse(await readFile(join(build, metafileName), 'utf8'));
  started = await startedTypes();
}, 180_000);

describe('bundles', () => {
  test('are one folder for each function', async () => {
    const names = [...specs.keys(), ...userPoolNames];
    expect(await readdir(local)).toEqual(expect.arrayContaining(names));
    for (const name of names) expect(await readdir(folderOf(name))).toContain('index.cjs');
    expect(await readdir(folderOf('processVersion'))).toEqual([
      'index.cjs',
      'inspectPdf.cjs',
      'pdfium.wasm',
      'readByPdfium.cjs',
    ]);
  });

  test('use no code of the infrastructure, tests or OpenAPI document, and import only Node.js and files beside them', () => {
    const files = Object.keys(metafile.outputs);
    for (const [file, { inputs, imports }] of Object.entries(metafile.outputs)) {
      const foreign = Object.keys(inputs).filter((path) =>
        /^(infra|test|shared\/openapi|shared\/contract\/words)\/|node_modules\/(aws-cdk-lib|constructs|esbuild|vitest)\//.test(
          path,
        ),
      );
      expect(foreign).toEqual([]);
      const others = imports.map(({ path }) => path).filter((path) => !isBuiltin(path));
      for (const path of others) expect(files).toContain(join(dirname(file), path));
    }
  });

  test('have the clients of the SDK only where they are used', () => {
    const withClient = Object.entries(metafile.outputs).flatMap(([file, { inputs }]) =>
      Object.keys(inputs).flatMap((path) => {
        const [, client] = /@aws-sdk\/(client-[\w-]+)\/dist-es\/\w+Client\.js$/.exec(path) ?? [];
        return client ? `${basename(dirname(file))}: ${client}` : [];
      }),
    );

    expect(withClient.sort()).toEqual([
      'confirmedSignUp: client-cognito-identity-provider',
      'endUnconfirmed: client-cognito-identity-provider',
      'removeDeleted: client-s3',
      'sendMail: client-sesv2',
      'signIn: client-ssm',
      'signInCallback: client-ssm',
      'signOut: client-ssm',
    ]);
  });

  test('start with the environment in the template', () => {
    for (const name of [...specs.keys(), ...userPoolNames]) expect(started.get(name), name).toBe('function');
  });

  // Threat: An attacker controls a function
  test.for([...specs])('%s calls exactly the operations that it is granted', async ([name, { grants }]) => {
    const called = (await commandsOf(name))
      .flatMap((command) => actionsOfCommand[command] ?? [`unknown: ${command}`])
      .filter((action) => action !== neverCalled.get(name));
    const granted = (Object.keys(grants) as Resource[])
      .flatMap((store) => grantedOn(store, grants).map(({ action }) => action))
      .filter((action) => !actionsWithoutCommand.includes(action));

    const isOfCommit = (action: string) => actionsOfCommit.includes(action);
    const isOther = (action: string) => !isOfCommit(action);
    expect(new Set(called.filter(isOther))).toEqual(new Set(granted.filter(isOther)));
    // A transaction that only updates needs the action of updates.
    const mayCommit = granted.some(isOfCommit);
    expect(called.some(isOfCommit)).toBe(
      mayCommit || (name === 'sendMail' && granted.includes('dynamodb:UpdateItem')),
    );
  });
});

const sources = async (...files: string[]) => {
  const source = await mkdtemp(join(directory, 'source-'));
  for (const file of files) {
    await mkdir(dirname(join(source, file)), { recursive: true });
    await writeFile(join(source, file), 'export const handler = async () => {};');
  }
  return source;
};

test.for([
  'api/documents/removeDocument.ts',
  'api/versions/getDocument.ts',
  'api/getDocument.ts',
  'api/documents/toString.ts',
])('handlers without an operation in the contract are refused: %s', async (file) => {
  await expect(findServedRoutes(await sources(file))).rejects.toThrow(`functions/${file}`);
});

const folderOf = (name: FunctionName): string => join(local, name);

async function commandsOf(name: FunctionName): Promise<string[]> {
  const [, output] =
    Object.entries(metafile.outputs).find(([file]) => file.endsWith(`/${name}/index.cjs`)) ?? [];
  const commands = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /client-s3\/.*\/commands\/(\w+)Command\.js$/.exec(path)?.[1] ?? [])
    .filter((command) => command !== commandAlwaysBundled);
  const code = await readFile(join(folderOf(name), 'index.cjs'), 'utf8');
  const requests = [
    ...code.matchAll(/\b(?:(?:dynamo|objects|sqs|kms|engine)\d*\.send\(|operation:)"(\w+)",/g),
  ].map(([, request = '']) => request);
  return [...commands, ...requests];
}

const stage = synthesizeStage();

/**
 * Loads the handlers in a thread, each with only the environment of Lambda and the template. Resolves with `typeof handler` of each
 * function, or with the error.
 */
function startedTypes(): Promise<ReadonlyMap<FunctionName, string>> {
  const files = [...stage.variables].map(([name, variables]) => {
    const given = Object.keys(variables).map((variable) => [variable, 'https://example.com']);
    const folder = name === undefined ? '' : folderOf(name);
    const ofLambda = { AWS_REGION: 'eu-west-1', LAMBDA_TASK_ROOT: folder, LOG_LEVEL: 'SILENT' };
    return [name, join(folder, 'index.cjs'), { ...Object.fromEntries(given), ...ofLambda }];
  });
  return new Promise((resolve, reject) => {
    const thread = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const typeOf = (file) => {
         try {
           return typeof require(file).handler;
         } catch (error) {
           return String(error);
         }
       };
       parentPort.postMessage(new Map(workerData.map(([name, file, env]) => {
         process.env = env;
         return [name, typeOf(file)];
       })));`,
      { eval: true, workerData: files },
    );
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
