import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { repositoryFile } from './emptyProject.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const page = String(await repositoryFile('README.md'));
const blocks = [...page.matchAll(/^```(sh|js)\n(.*?)^```/gms)].map(([, language, text = '']) => ({
  language,
  text,
}));

/** The blocks that a reader pastes into a second terminal, in their order. */
const pasted = blocks.filter(({ text }) => !/^(npm ci|npx cdk)/.test(text));

const cleanup = new AsyncDisposableStack();
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  const directory = cleanup.use(await temporaryDirectory());
  environment = { ...process.env, DATA_DIR: join(directory.path, 'with a space'), PORT: '0' };
  const service = spawn('npm', ['start'], {
    cwd: repository,
    env: environment,
    detached: true,
    stdio: 'pipe',
  });
  cleanup.defer(() => end(service));
  await untilReady(service);
}, 60_000);
afterAll(() => cleanup.disposeAsync());

test('the front page begins with the commands that start the service and test it', () => {
  const commands = blocks.filter(({ text }) => text.startsWith('npm ci')).map(({ text }) => text);
  expect(commands).toEqual(['npm ci\nnpm start\n', 'npm ci\nnpm test\n']);
});

test('every other command of the front page runs as it is pasted', async () => {
  const script = pasted.map(({ language, text }) =>
    language === 'js'
      ? `cat > "$DATA/try/upload.mjs" <<'END'\n${text}END\n(cd "$DATA/try" && node upload.mjs)\n`
      : text,
  );
  const output = await bash(script.join('\n'));

  expect(output).toContain('"processing_status":"ready"');
  expect(output).toMatch(/^Entry page: .*entry-page\.pdf {2}Document: http/m);
  expect(output).toContain('policy.attached');
  expect(output).toMatch(/^Entry page: http/m);
  expect(output).toMatch(/^Master agreement (processing|ready)$/m);
  expect(existsSync(join(String(environment.DATA_DIR), 'entry-page.pdf'))).toBe(true);
});

test('the stage that the front page deploys can be synthesized', async () => {
  const deployments = blocks.filter(({ text }) => text.startsWith('npx cdk deploy'));
  expect(deployments).toHaveLength(1);
  for (const { text } of deployments)
    await bash(`${text.replace('cdk deploy', 'cdk synth --quiet').trim()} --output "$DATA_DIR/cdk.out"`);
});

/** Runs a script like a terminal does, but stops at the first command that fails. */
async function bash(script: string): Promise<string> {
  const options = { cwd: repository, env: environment, maxBuffer: 10_000_000 };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], options);
  return stdout;
}

async function untilReady(service: ChildProcess): Promise<void> {
  let said = '';
  service.stderr?.on('data', (data) => {
    said += data;
  });
  for await (const data of service.stdout ?? []) {
    said += data;
    if (/http:\/\/localhost:\d+/.test(said)) return;
  }
  throw new Error(`npm start ended: ${said}`);
}

/** npm passes no signal on, so the whole group is ended. */
async function end(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit');
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  await ended;
}
