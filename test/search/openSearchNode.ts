import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const inFolder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const jars = fileURLToPath(new URL('../../node_modules/.cache/openSearch', import.meta.url));

/** Copies what a node needs from Maven, once. Returns why this machine cannot have it; undefined: it is there. */
async function lackedByMachine(): Promise<string | undefined> {
  const mark = join(jars, 'is-complete');
  if (existsSync(mark)) return undefined;
  mkdirSync(jars, { recursive: true });
  try {
    await run('java', ['-version']);
    const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
    await run('mvn', ['--batch-mode', '--quiet', '--file', inFolder('pom.xml'), ...copy]);
  } catch (error) {
    return `${error instanceof Error ? error.message : error}`.slice(0, 300);
  }
  writeFileSync(mark, '');
  return undefined;
}

export interface OpenSearchNode {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts a node of OpenSearch 2.19 on loopback. Returns the reason if this machine has no Java or cannot get the node's parts. */
export async function startOpenSearch(): Promise<OpenSearchNode | string> {
  const lacked = await lackedByMachine();
  if (lacked !== undefined) return lacked;
  const home = mkdtempSync(join(tmpdir(), 'open-search-'));
  const node = spawn('java', ['-Xmx2g', '-cp', join(jars, '*'), inFolder('SearchNode.java'), home], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(node, 'exit');
  for await (const line of createInterface(node.stdout)) {
    const [, port] = /^port (\d+)$/.exec(line) ?? [];
    if (port === undefined) continue;
    node.stdout.resume();
    return {
      endpoint: `http://127.0.0.1:${port}`,
      close: async () => {
        node.stdin.end();
        await ended;
        rmSync(home, { recursive: true, force: true });
      },
    };
  }
  throw new Error('The node of OpenSearch ended before it was ready.');
}
