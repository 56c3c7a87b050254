import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Credentials } from '../support/callRequest.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { repositoryFile } from './emptyProject.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A block of code on a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Returns the blocks of code on a page of the repository, in their order. */
export async function blocksOf(page: string): Promise<Block[]> {
  const text = String(await repositoryFile(page));
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({
    language,
    text: code,
  }));
}

/** Returns the commands in the HTML of a page, or of a part of it, as a browser shows them. */
export const commandsIn = (html: string): string[] =>
  [...html.matchAll(/<pre class="request"><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    code
      .replace(/&(lt|gt|quot|#39);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"' })[name as 'lt'] ?? "'")
      .replaceAll('&amp;', '&'),
  );

/** Returns the commands on a page of the reference. */
export const commandsAt = async (url: string): Promise<string[]> =>
  commandsIn(await (await fetch(url)).text());

/**
 * The terminal of a person who follows the pages of the repository. The service that they started has another port and folder than the
 * default.
 */
export interface Terminal extends AsyncDisposable {
  readonly credentials: Credentials;
  /** Runs a script like a terminal, but stops at the first command that fails. `input`: what the person types. Resolves with its output. */
  paste(script: string, variables?: Readonly<Record<string, string>>, input?: string): Promise<string>;
}

/** Starts the service by the commands on the front page. */
export async function terminal(): Promise<Terminal> {
  await using cleanup = new AsyncDisposableStack();
  const directory = cleanup.use(await temporaryDirectory());
  const environment = { ...process.env, DATA_DIR: join(directory.path, 'with a space'), PORT: '0' };
  const service = spawn('npm', ['start'], {
    cwd: repository,
    env: environment,
    detached: true,
    stdio: 'pipe',
  });
  cleanup.defer(() => end(service));
  await untilReady(service);
  const credentials = JSON.parse(readFileSync(join(environment.DATA_DIR, 'credentials.json'), 'utf8'));
  const started = cleanup.move();
  return {
    credentials,
    paste: async (script, variables = {}, input = '') => {
      const running = promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: repository,
        env: { ...environment, ...variables },
        maxBuffer: 10_000_000,
      });
      running.child.stdin?.end(input);
      return (await running).stdout;
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
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

/** npm does not pass on signals, so the whole group of processes is ended. */
async function end(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit');
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  await ended;
}
