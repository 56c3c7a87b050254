import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { glob, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '../../infra/bundling/bundle.ts';
import { apiFunctions, type FunctionName } from '../../infra/functions/manifest.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { FunctionSpec } from '../../infra/functions/spec.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { section } from './section.ts';
import { median, printTable, verdict } from './table.ts';

/**
 * The highest ratio of a function's import time to the import time of a bare client. The second aim is for functions that use S3 or SQS.
 */
const aims = { dynamo: 1.2, others: 1.4 };

interface Counts {
  /** Only every n-th function is measured. */
  readonly each: number;
  /** Rounds that fill the disk cache. Their figures do not count. */
  readonly warmUps: number;
  readonly rounds: number;
}

/** Measures the size of each function's code, and its import time in comparison with a bare DynamoDB document client. */
export const bundles = section<Counts>(
  { full: { each: 1, warmUps: 1, rounds: 11 }, short: { each: 50, warmUps: 0, rounds: 1 } },
  async (counts) => {
    await using directory = await temporaryDirectory();
    // The assembly of the local stage has the bundles of all functions.
    const folder = join(await assemble(), '..', 'bundles');
    const files = globSync('*/index.cjs', { cwd: folder }).sort();
    const bare = await bundleBareClient(directory.path);
    const entries = new Map<string, string>([
      ['a bare document client', bare],
      ...files
        .filter((_, index) => index % counts.each === 0)
        .map((file) => [dirname(file), join(folder, file)] as const),
    ]);
    const measured = await importTimes([...entries.values()], bare, counts);

    const rows = await Promise.all(
      [...entries].map(async ([name, file]) => {
        const pairs = measured.get(file) ?? [];
        const ratio = median(pairs.map(([own, beside]) => own / beside));
        return [
          name,
          ((await stat(file)).size / 1000).toFixed(0),
          median(pairs.map(([own]) => own)).toFixed(1),
          median(pairs.map(([, beside]) => beside)).toFixed(1),
          ratio.toFixed(2),
          aimFor(name, ratio),
        ];
      }),
    );
    printTable(
      `Size and import time of each bundle (CPU time, median of ${counts.rounds} fresh processes)`,
      ['function', 'kB', 'ms', 'bare client, ms', 'ratio', 'aim'],
      rows,
    );
    console.log('\nThe ratio is the median of those of pairs that ran one after the other.');
  },
);

function aimFor(name: string, ratio: number): string {
  const specs: Partial<Record<string, FunctionSpec>> = { ...apiFunctions, ...otherFunctions };
  const resources = Object.keys(specs[name as FunctionName]?.grants ?? {});
  if (resources.length === 0) return '';
  const isDynamo = resources.every((resource) => /^table$|Index$/.test(resource));
  return verdict(ratio, isDynamo ? aims.dynamo : aims.others);
}

/**
 * Bundles the bare client in the same way as the functions. `bundle` needs a file for each function, so each file exports the bare client.
 */
async function bundleBareClient(directory: string): Promise<string> {
  const source = join(directory, 'source');
  const client = fileURLToPath(new URL('./bareClient.ts', import.meta.url));
  const functionsDirectory = fileURLToPath(new URL('../../functions', import.meta.url));
  for await (const file of glob(['*.ts', '{userPool,workers}/**/*.ts'], { cwd: functionsDirectory })) {
    const path = join(source, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `export { handler } from ${JSON.stringify(client)};\n`);
  }
  const { directories } = await bundle({ outdir: join(directory, 'bare'), sourceDirectory: source });
  return join(directories.get('authorizer') ?? '', 'index.cjs');
}

/** Measures the import time of each file, in milliseconds. Measures the baseline again after each file. */
async function importTimes(
  files: readonly string[],
  baseline: string,
  { warmUps, rounds }: Counts,
): Promise<ReadonlyMap<string, readonly (readonly [own: number, beside: number])[]>> {
  const pairs = new Map<string, [number, number][]>(files.map((file) => [file, []]));
  for (let round = 0; round < warmUps + rounds; round++)
    for (const file of files) {
      const pair: [number, number] = [await importTime(file), await importTime(baseline)];
      if (round >= warmUps) pairs.get(file)?.push(pair);
    }
  return pairs;
}

/** Prints the main thread's CPU time, which does not include other work of the machine. */
const timer = `
  const start = process.threadCpuUsage();
  require(process.argv[1]);
  const { user, system } = process.threadCpuUsage(start);
  console.log((user + system) / 1000);
`;
const variables = {
  ...Object.fromEntries(Object.values(environmentNames).map((name) => [name, 'https://example.com/x'])),
  AWS_REGION: 'us-east-1',
};

async function importTime(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', timer, file], { env: variables });
  // The last line has the time. A function that logs its cold start prints a line before.
  return Number(stdout.trim().split('\n').at(-1));
}
