/**
 * Takes grants away, one at a time, and runs the tests that `table.json` has for each, of which one has to fail: other grants
 * every day, as many as fit into the seconds that are named (default: 60). `--all` takes all, and a text after it those that
 * begin so; the tests that have failed are then the only ones in the table.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Grant } from '../../infra/host/iam/grants.ts';
import { readTable, repository, testedGrants, writeTable } from './table.ts';

/** About as many as fit into a minute: so the days of two months reach every grant. */
const grantsADay = 4;
const dayMilliseconds = 24 * 60 * 60_000;
/** Tests wait for what never comes now. */
const limits = ['--testTimeout', '20000', '--bail', '1'];
const vitest = ['vitest', 'run', '--config', 'test/vitest.config.ts', ...limits];

const [first = '60', part = ''] = process.argv.slice(2);
const isWhole = first === '--all';
const end = isWhole ? Number.POSITIVE_INFINITY : Date.now() + Number(first) * 1000;
const table = readTable();
const proven: Record<string, readonly string[]> = {};
const rows = [...(await testedGrants())].filter(([name]) => name.startsWith(part)).sort();
const start = isWhole ? 0 : (Math.floor(Date.now() / dayMilliseconds) * grantsADay) % rows.length;
const inTurn = [...rows.slice(start), ...rows.slice(0, start)].values();

let tried = 0;
let unnoticed = 0;
let longestMilliseconds = 0;
// Two at a time: much of a run is waiting.
await Promise.all([takeAway(), takeAway()]);
if (isWhole) writeTable({ ...readTable(), ...proven });
console.log(`${tried} of ${rows.length} grants were taken away; no test missed ${unnoticed} of them.`);
if (unnoticed > 0) process.exitCode = 1;

async function takeAway(): Promise<void> {
  for (const [name, grant] of inTurn) {
    const began = Date.now();
    const file = await missing(table[name] ?? [], grant);
    const milliseconds = Date.now() - began;
    tried += 1;
    if (file === undefined) unnoticed += 1;
    else proven[name] = [file];
    console.log(`${name}: ${file ?? 'NO TEST'} (${(milliseconds / 1000).toFixed(1)} s)`);
    longestMilliseconds = Math.max(longestMilliseconds, milliseconds);
    if (Date.now() + longestMilliseconds > end) return;
  }
}

/** Returns the first of some files that fails without a grant. */
async function missing(files: readonly string[], grant: Grant): Promise<string | undefined> {
  for (const file of files) if (await fails(file, grant)) return file;
  return undefined;
}

async function fails(file: string, WITHHELD_GRANT: Grant): Promise<boolean> {
  const run = spawn('npx', [...vitest, file], {
    cwd: repository,
    stdio: 'ignore',
    env: { ...process.env, WITHHELD_GRANT },
  });
  const [code] = await once(run, 'exit');
  return code !== 0;
}
