import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const binary = '@dynoxide/linux-x64/dynoxide';

/** The reason why the judge's tests are skipped; empty if dynoxide is installed. For `describe.skipIf` and the names of tests. */
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

/** Starts an empty DynamoDB that is not our own code. It keeps everything in memory. */
export async function startDynoxide(): Promise<Judge> {
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

/** Returns a port that nothing uses, because dynoxide cannot pick a free port and report it. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const released = once(server, 'close');
  server.close();
  await released;
  return port;
}

async function failure(exited: Promise<unknown>): Promise<never> {
  await exited;
  throw new Error('dynoxide did not start');
}
