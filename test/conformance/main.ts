/** `npm run conformance` checks any stage against the specification. */
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { startVitest } from 'vitest/node';
import { checkStage, readCredentials, UnusableStage } from '../support/people/credentialsFile.ts';
import { nameOf, SectionReporter } from './sectionReporter.ts';
import { type Section, sections, sectionsOf } from './sections.ts';

interface Options {
  readonly baseUrl?: string;
  readonly credentials?: string;
  readonly junit?: string;
  readonly section?: readonly Section[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const unusable = 2;

const command = new Command('npm run conformance --')
  .description('Checks a stage of the service against its specification, over HTTP only.')
  .option('--base-url <url>', 'the address of the stage (default: the one in the credentials file)', baseUrl)
  .option('--credentials <file>', 'the people and keys to use (default: a new local host is started)')
  .option(
    '--section <number>',
    'only the tests of this section and its subsections; can be repeated',
    section,
  )
  .option('--junit <file>', 'also writes a JUnit report, with the sections as classes')
  .exitOverride()
  .showHelpAfterError('Add --help to see the usage.')
  .addHelpText(
    'after',
    `
Examples:
  npm run conformance                                   # a new service on this machine
  npm run admin -- --stage dev conformance prepare --output credentials.json
  npm run conformance -- --credentials credentials.json
  npm run conformance -- --credentials credentials.json --section 4.1 --section 7 --junit report.xml
  npm run admin -- --stage dev conformance remove credentials.json

It touches only what it made. Several runs can use one stage at the same time, also with the same credentials.
Exit codes: 0 the stage conforms, 1 it does not, 2 the command line, the credentials or the stage cannot be used.`,
  );

function baseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be a URL, such as https://documents.example.com');
  return text.replace(/\/$/, '');
}

function section(text: string, before: readonly Section[] = []): Section[] {
  const found = sections
    .map(([number]) => number)
    .filter((one) => one === text || one.startsWith(`${text}.`));
  if (found.length === 0)
    throw new InvalidArgumentError(`It must be one of ${sections.map(([number]) => number).join(', ')}.`);
  return [...before, ...found];
}

async function run(argv: readonly string[]): Promise<number> {
  const options = command.parse(argv, { from: 'user' }).opts<Options>();
  if (options.baseUrl !== undefined && options.credentials === undefined)
    command.error('error: --base-url needs --credentials', { exitCode: unusable });
  if (options.credentials !== undefined) {
    const credentials = await readCredentials(options.credentials);
    const { baseUrl: base_url = credentials.base_url } = options;
    await checkStage({ ...credentials, base_url });
    Object.assign(process.env, { BASE_URL: base_url, CREDENTIALS: resolve(options.credentials) });
  }

  const chosen = (number: Section) => options.section?.includes(number) ?? true;
  const files = globSync('test/conformance/*.test.ts', { cwd: root });
  const vitest = await startVitest(
    files.filter((file) => sectionsOf(nameOf(file)).some(chosen)),
    {
      config: join(root, 'test/vitest.config.ts'),
      project: ['conformance'],
      run: true,
      reporters: [
        new SectionReporter(chosen),
        ...(options.junit === undefined ? [] : [junit(options.junit)]),
      ],
    },
  );
  await vitest.close();
  return process.exitCode === undefined ? 0 : 1;
}

const junit = (outputFile: string): ['junit', object] => [
  'junit',
  {
    outputFile: resolve(outputFile),
    suiteName: 'conformance',
    classnameTemplate: ({ filename }: { filename: string }) => headingsOf(nameOf(filename)),
  },
];

const headingsOf = (name: string): string =>
  sections
    .filter(([number]) => sectionsOf(name).includes(number))
    .map(([number, title]) => `${number} ${title}`)
    .join(', ');

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // Commander has printed its message, or the help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : unusable;
  else if (error instanceof UnusableStage) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = unusable;
  } else throw error;
}
