import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from '../receivers/listening.ts';

const binary = '@dynoxide/linux-x64/dynoxide';

/** Why nothing is judged where there is no other DynamoDB; empty where there is one. For `describe.skipIf`, and for its name. */
export const noJudge = isInstalled() ? '' : `(skipped: dynoxide is not installed on ${process.platform})`;

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(binary);
    return true;
  } catch {
    return false;
  }
}

export interface Judge {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts a DynamoDB that nobody here has written, with nothing in it and in memory only. */
export async function startDynoxide(): Promise<Judge> {
  // It cannot say which port it has picked itself.
  const port = String(await freePort());
  const path = createRequire(import.meta.url).resolve(binary);
  const judge = spawn(path, ['--port', port], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(judge, 'exit');
  await Promise.race([once(createInterface(judge.stderr), 'line'), failure(exited)]);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      judge.kill();
      await exited;
    },
  };
}

async function failure(exited: Promise<unknown>): Promise<never> {
  await exited;
  throw new Error('dynoxide did not start');
}
