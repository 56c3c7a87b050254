import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { localStackFile } from '../../../infra/local/seed.ts';
import type { StackFile } from '../../../infra/local/stackFile.ts';
import { everyCommand } from '../../support/adminCommands.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';
import { runCommand } from './runCommand.ts';

const admin = (argv: string[], env: Record<string, string> = {}) => runCommand(argv, { env });

// Doctor takes no argument.
const withExample = everyCommand().filter(({ name }) => name !== 'doctor');
test.for(withExample)('has an example for $name', async ({ name }) => {
  const { code, stdout, stderr } = await admin([name, '--help']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`Usage: npm run admin -- ${name}\\b`));
  expect(stdout).toMatch(new RegExp(`Examples?:\\n(  .*\\n)*  .*admin -- .*${name}`));
  expect(stdout).toContain('--stage <name>');
});

test('refuses in one line when there is no local service', async () => {
  const directory = directoryOfTest();

  expect(await admin(['users', 'list'], { DATA_DIR: directory })).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: There is no local service in ${directory}. Start it with npm start, or name a deployed stage with --stage.\n`,
  });
});

/** The file of a local service, with one address for all its stores. */
const stackAt = (endpoint: string): StackFile => ({
  base_url: 'http://localhost:3000',
  table_name: 'table',
  stack_name: 'stack',
  dynamodb: endpoint,
  sqs: endpoint,
  kms: endpoint,
  s3: endpoint,
  cloudwatch: endpoint,
  ses: endpoint,
  credentials: { access_key_id: 'local', secret_access_key: 'secret' },
  outputs: {},
});

test('refuses in one line when the local service is not running', async () => {
  const directory = directoryOfTest();
  // Nothing listens on port 9, the discard port (RFC 863).
  await writeFile(join(directory, localStackFile), JSON.stringify(stackAt('http://127.0.0.1:9')));

  expect(await admin(['users', 'list'], { DATA_DIR: directory })).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: The local service in ${directory} is not running: nothing answers at http://127.0.0.1:9. Start it with npm start.\n`,
  });
});

test('ends without an error when nobody reads its output any more', async () => {
  const program = fileURLToPath(new URL('../../../infra/admin/main.ts', import.meta.url));
  const command = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  command.stdout.destroy();

  const [stderr, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});
