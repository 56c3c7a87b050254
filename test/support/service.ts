import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Credentials } from './client.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: Credentials;
  }
}

/**
 * The service that the tests of projects talk to, one for all of them: the deployed stage that BASE_URL and CREDENTIALS (a
 * path to its credentials file) name, or else a local host of its own on a free port, with nothing in it but the seeded
 * actors.
 */
export default async function provideService({ vitest }: TestProject) {
  const everyone = vitest.getRootProject();
  if ('credentials' in everyone.getProvidedContext()) return undefined;
  const { BASE_URL, CREDENTIALS } = process.env;
  if (BASE_URL && CREDENTIALS) {
    everyone.provide('credentials', { ...(await readCredentials(CREDENTIALS)), base_url: BASE_URL });
    return undefined;
  }
  const directory = await temporaryDirectory();
  const service = await startService({ DATA_DIR: directory.path, ...withoutRateLimits });
  everyone.provide('credentials', service.credentials);
  return async () => {
    await service.stop();
    await directory[Symbol.asyncDispose]();
  };
}

/** Tests send more than 100 POSTs a minute. A deployed stage to be tested needs limits as high as these. */
export const withoutRateLimits = { RATE_LIMIT_REQUESTS: '1000000', RATE_LIMIT_CREATES: '1000000' };

export interface RunningService {
  readonly credentials: Credentials;
  readonly process: ChildProcess;
  /** Resolves when no message is queued or being worked on. */
  drain(): Promise<void>;
  /** Runs a function of the stack by its name, as its trigger would. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * `npm start` as a child process. Settings come as environment variables; resolves when the service answers. `cwd`: the folder
 * of the release to start; default: this one. `program`: what is run in place of that release's own.
 */
export async function startService(
  settings: Record<string, string> & { DATA_DIR: string },
  { cwd = process.cwd(), program }: { readonly cwd?: string; readonly program?: string } = {},
): Promise<RunningService> {
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const [, ...startArguments]: string[] = scripts.start.split(' ');
  if (program !== undefined) startArguments.splice(-1, 1, program);
  const child = spawn(process.execPath, startArguments, {
    cwd,
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ask = conversation(child);
  await ready(child);
  return {
    credentials: await readCredentials(join(settings.DATA_DIR, 'credentials.json')),
    process: child,
    drain: async () => {
      await ask({ command: 'drain' });
    },
    invoke: (functionName, event) => ask({ command: 'invoke', function: functionName, event }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

const readCredentials = async (path: string): Promise<Credentials> =>
  JSON.parse(await readFile(path, 'utf8'));

/** Ready is when it says so: the first lines of its output name its address. */
async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('http://localhost:')) resolve();
    });
    child.once('exit', (code, signal) =>
      reject(new Error(`the service ended with ${signal ?? code}:\n${output}`)),
    );
  });
}

function conversation(child: ChildProcess) {
  let lastId = 0;
  return (question: Record<string, unknown>): Promise<unknown> => {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const onMessage = (answer: { id: number; result?: unknown; error?: string }) => {
        if (answer.id !== id) return;
        child.off('message', onMessage);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(answer.error));
      };
      child.on('message', onMessage);
      child.send({ id, ...question });
    });
  };
}
