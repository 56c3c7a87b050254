import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Credentials } from './client.ts';
import { singleThreadedCollector } from './runner/collector.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: Credentials;
    /** The data directory of the local host; not provided for a deployed stage. */
    dataDirectory: string;
  }
}

/**
 * Provides the service for all tests of a run: a deployed stage, or a new local host on a free port, with the seeded actors only.
 * BASE_URL and CREDENTIALS (the path of its credentials file) name the deployed stage.
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
  everyone.provide('dataDirectory', directory.path);
  return async () => {
    await service.stop();
    await directory[Symbol.asyncDispose]();
  };
}

/** Tests send more than 100 POSTs a minute. A deployed stage needs at least these limits. */
export const withoutRateLimits = {
  RATE_LIMIT_REQUESTS: '1000000',
  RATE_LIMIT_CREATES: '1000000',
  RATE_LIMIT_SEARCHES: '1000000',
};

export interface RunningService {
  readonly credentials: Credentials;
  readonly process: ChildProcess;
  /** Resolves when no message is waiting or in work. */
  drain(): Promise<void>;
  /** Invokes a function of the stack, as its trigger does. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Withholds this grant from the functions, and gives back the grant that was withheld before. Without a grant, withholds nothing. */
  withhold(grant?: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Runs `npm start` as a child process, with settings as environment variables. Resolves when the service answers. `cwd`: the folder
 * of the release; default: this one. `program`: a program to run instead of `npm start`. `expected`: what the service reports and the
 * tests expect, which is not printed.
 */
export async function startService(
  settings: Record<string, string> & { DATA_DIR: string },
  {
    cwd = process.cwd(),
    program,
    expected,
  }: { readonly cwd?: string; readonly program?: string; readonly expected?: RegExp } = {},
): Promise<RunningService> {
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const [, ...startArguments]: string[] = scripts.start.split(' ');
  if (program !== undefined) startArguments.splice(-1, 1, program);
  const child = spawn(process.execPath, [singleThreadedCollector, ...startArguments], {
    cwd,
    env: { ...process.env, MALLOC_ARENA_MAX: '2', PORT: '0', SAMPLE_POLICIES: 'labels', ...settings },
    stdio: ['ignore', 'pipe', expected ? 'pipe' : 'inherit', 'ipc'],
  });
  if (expected)
    child.stderr?.on('data', (chunk) => process.stderr.write(String(chunk).replaceAll(expected, '')));
  const ask = conversation(child);
  await ready(child);
  return {
    credentials: await readCredentials(join(settings.DATA_DIR, 'credentials.json')),
    process: child,
    drain: async () => {
      await ask({ command: 'drain' });
    },
    invoke: (functionName, event) => ask({ command: 'invoke', function: functionName, event }),
    withhold: async (grant) => {
      await ask({ command: 'withhold', grant });
    },
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

/** Waits for the first lines of the output, which name the address. */
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
