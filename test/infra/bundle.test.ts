import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Bundles, bundle, findServedRoutes } from '../../infra/bundling/bundle.ts';
import { grantedOn, type Resource } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { directoryOfTests } from '../support/ownDirectory.ts';
import { functionOf, served, specs, synthesizeStage } from './synthesized.ts';

/** What each SDK command needs, and each operation that `shared/aws` sends by its name. */
const actionsOfCommand: Readonly<Record<string, readonly string[]>> = {
  Get: ['dynamodb:GetItem'],
  BatchGet: ['dynamodb:BatchGetItem'],
  BatchWrite: ['dynamodb:BatchWriteItem'],
  Put: ['dynamodb:PutItem'],
  TransactWrite: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
  Update: ['dynamodb:UpdateItem'],
  GetObject: ['s3:GetObject'],
  PutObject: ['s3:PutObject'],
  DeleteObject: ['s3:DeleteObject'],
  CopyObject: ['s3:GetObject', 's3:PutObject'],
  SendMessage: ['sqs:SendMessage'],
  Encrypt: ['kms:Encrypt'],
  Decrypt: ['kms:Decrypt'],
  // The key's own policy grants it, to one role.
  Sign: [],
  // Its action is among those without a command, because others have it for S3's status codes.
  ListObjectsV2: [],
};
/** Whatever commits can do both; which of them a function does, its bundle does not tell. */
const actionsOfCommit = ['dynamodb:PutItem', 'dynamodb:DeleteItem'];
/** In every bundle, used or not: the SDK's paginators and its session for directory buckets hold on to them. */
const commandsAlwaysBundled = ['Query', 'Scan', 'CreateSession'];
/** Granted to Lambda's poller, for S3's status codes, or called without the SDK: no command of ours. */
const actionsWithoutCommand = [
  'dynamodb:Query',
  's3:ListBucket',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'ssm:GetParameter',
  'ses:SendEmail',
];

/** Bundled with what commits events, which looks for endpoints: a function that has just read one knows that there are. */
const neverCalled: ReadonlyMap<FunctionName, string> = new Map([['updateWebhook', 'dynamodb:GetItem']]);

const directory = directoryOfTests();
let bundles: Bundles;

beforeAll(async () => {
  bundles = await bundle({ outdir: join(directory, 'first') });
}, 180_000);

describe('bundles', () => {
  test('are one folder for each function', async () => {
    expect([...bundles.directories.keys()].sort()).toEqual([...specs.keys()].sort());
    for (const folder of bundles.directories.values()) expect(await readdir(folder)).toContain('index.cjs');
    expect(await readdir(folderOf('processVersion'))).toEqual(['index.cjs', 'inspectPdf.cjs']);
    if (bundles.directories.has('generateDocumentEntryPage'))
      expect(await readdir(folderOf('generateDocumentEntryPage'))).toContain('fonts');
  });

  test('are the same bytes every time', { timeout: 60_000 }, async () => {
    const again = await bundle({ outdir: join(directory, 'second') });

    for (const [name, folder] of again.directories)
      expect(await digest(folder), name).toBe(await digest(folderOf(name)));
  });

  test('contain nothing of the infrastructure, the tests or the OpenAPI document, and need nothing but Node.js and what lies beside them', () => {
    const files = Object.keys(bundles.metafile.outputs);
    for (const [file, { inputs, imports }] of Object.entries(bundles.metafile.outputs)) {
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

  test('leave what draws to files beside them, which load when something is drawn', () => {
    const drawing = Object.entries(bundles.metafile.outputs).filter(
      ([, { inputs }]) => 'shared/pdf/typography/fontLibrary.ts' in inputs,
    );

    expect(new Set(drawing.map(([file]) => basename(file)))).toEqual(
      new Set(['entryPage.cjs', 'renderPages.cjs', 'watermark.cjs']),
    );
  });

  test('carry no shapes of operations that nobody calls', async () => {
    const code = await readFile(join(folderOf('createDocument'), 'index.cjs'), 'utf8');

    expect(code.includes('GetObjectOutput')).toBe(true);
    expect(code.includes('PutBucketAcl')).toBe(false);
  });

  test('carry no language of zod but English', () => {
    const locales = Object.values(bundles.metafile.outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && /\/zod\/.*\/locales\/(?!en\.)/.test(path));

    expect(locales).toEqual([]);
  });

  test.for([...specs.keys()])('%s starts with the environment that its template gives it', async (name) => {
    await expect(startedType(name)).resolves.toBe('function');
  });

  test.for([...specs])(
    '%s calls what it is granted, and is granted what it calls',
    async ([name, { grants }]) => {
      const called = (await commandsOf(name))
        .flatMap((command) => actionsOfCommand[command] ?? [`unknown: ${command}`])
        .filter((action) => action !== neverCalled.get(name));
      const granted = (Object.keys(grants) as Resource[])
        .flatMap((store) => grantedOn(store, grants).map(({ action }) => action))
        .filter((action) => !actionsWithoutCommand.includes(action));

      const isOfCommit = (action: string) => actionsOfCommit.includes(action);
      const isOther = (action: string) => !isOfCommit(action);
      expect(new Set(called.filter(isOther))).toEqual(new Set(granted.filter(isOther)));
      expect(called.some(isOfCommit)).toBe(granted.some(isOfCommit));
    },
  );
});

describe('handlers', () => {
  const sources = async (...files: string[]) => {
    const source = await mkdtemp(join(directory, 'source-'));
    for (const file of files) {
      await mkdir(dirname(join(source, file)), { recursive: true });
      await writeFile(join(source, file), 'export const handler = async () => {};');
    }
    return source;
  };

  test('are found in the order of the contract', async () => {
    const source = await sources('api/versions/getDocumentVersion.ts', 'api/documents/getDocument.ts');

    await expect(findServedRoutes(source)).resolves.toEqual(['getDocument', 'getDocumentVersion']);
  });

  test.for([
    'api/documents/removeDocument.ts',
    'api/versions/getDocument.ts',
    'api/getDocument.ts',
    'api/documents/toString.ts',
  ])('are refused where the contract has no operation: %s', async (file) => {
    await expect(findServedRoutes(await sources(file))).rejects.toThrow(`functions/${file}`);
  });

  test('of this repository are those the template serves', () => {
    expect(bundles.served).toEqual(served);
  });
});

const folderOf = (name: FunctionName): string => bundles.directories.get(name) ?? '';

async function digest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(file.slice(folder.length)).update(await readFile(file));
  return hash.digest('hex');
}

async function commandsOf(name: FunctionName): Promise<string[]> {
  const [, output] =
    Object.entries(bundles.metafile.outputs).find(([file]) => file.endsWith(`/${name}/index.cjs`)) ?? [];
  const commands = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /(?:lib-dynamodb|client-s3)\/.*\/commands\/(\w+)Command\.js$/.exec(path)?.[1] ?? [])
    .filter((command) => !commandsAlwaysBundled.includes(command));
  const code = await readFile(join(folderOf(name), 'index.cjs'), 'utf8');
  const requests = [...code.matchAll(/\b(?:objects|sqs|kms)\d*\.send\("(\w+)",/g)].map(
    ([, request = '']) => request,
  );
  // `shared/aws` asks this command for the endpoint of a bucket.
  const isAsked = (command: string) => command !== 'GetObject' || code.includes('new GetObjectCommand(');
  return [...commands.filter(isAsked), ...requests];
}

const stage = synthesizeStage();

/** `typeof handler`, in a thread that has what Lambda and the template put into the environment, and nothing else. */
function startedType(name: FunctionName): Promise<unknown> {
  const properties = [...stage.of('AWS::Lambda::Function')].find(
    ([id]) => functionOf(stage.resources.get(id)) === name,
  )?.[1];
  const { Variables } = z.parse(
    z.object({ Variables: z.record(z.string(), z.unknown()) }),
    properties?.Environment,
  );
  const given = Object.fromEntries(
    Object.keys(Variables).map((variable) => [variable, 'https://example.com']),
  );
  return new Promise((resolve, reject) => {
    const thread = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       parentPort.postMessage(typeof require(workerData).handler);`,
      {
        eval: true,
        workerData: join(folderOf(name), 'index.cjs'),
        env: { ...given, AWS_REGION: 'eu-west-1', LAMBDA_TASK_ROOT: folderOf(name) },
      },
    );
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
