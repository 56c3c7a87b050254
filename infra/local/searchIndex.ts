import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostedCollection } from 'assembly-host';
import { ifFileExists, writeAtomically } from 'assembly-host/atomicFile';
import * as z from 'zod/mini';

/** The file in the data directory that says in which generation of each collection all documents were marked, or have always been. */
const markedFile = 'searchIndex.json';
const marked = z.record(z.string(), z.string());

interface Circumstances {
  readonly dataDirectory: string;
  readonly isSearchOff: boolean;
  /** Whether this is the first start, so that there are no documents. */
  readonly isNew: boolean;
}

/**
 * Writes the index if a collection has begun empty while there are documents: after an update from a release without search, after starts
 * without search, and if the host has replaced a damaged index. An interrupted run is repeated at the next start.
 */
export async function fillSearchIndex(
  collections: readonly HostedCollection[],
  { dataDirectory, isSearchOff, isNew }: Circumstances,
): Promise<void> {
  const path = join(dataDirectory, markedFile);
  // Documents that change now are not marked.
  if (isSearchOff) return rmSync(path, { force: true });
  const known = z.parse(marked, ifFileExists(() => JSON.parse(readFileSync(path, 'utf8'))) ?? {});
  if (collections.every(({ name, generation }) => known[name] === generation)) return;
  if (!isNew) {
    console.log('The search index begins empty. The words of all documents are written again.');
    for (const command of commands)
      if (!(await succeeds(command, dataDirectory))) {
        console.error(`This failed: npm run admin -- ${command.join(' ')}. The next start repeats it.`);
        return;
      }
  }
  const all = Object.fromEntries(collections.map(({ name, generation }) => [name, generation]));
  writeAtomically(path, JSON.stringify(all));
}

/** A release before 1.1.0 kept no texts. */
const commands = [
  ['documents', 'keep-texts'],
  ['search', 'rebuild'],
] as const;

/** Runs a command in a process of its own, because it may read 100,000 documents. Resolves with whether it succeeded. */
async function succeeds(command: readonly string[], dataDirectory: string): Promise<boolean> {
  const main = fileURLToPath(new URL('../admin/main.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDirectory };
  const child: ChildProcess = fork(main, command, { env, execArgv: [], silent: true });
  child.stdout?.resume();
  child.stderr?.resume();
  const stop = () => child.kill();
  process.once('exit', stop);
  const [code] = await once(child, 'exit');
  process.off('exit', stop);
  return code === 0;
}
