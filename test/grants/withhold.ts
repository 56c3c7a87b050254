/**
 * Takes grants away, one at a time. For each grant, runs the tests that `table.json` has for the grant; one of these tests must fail. A run
 * takes as many grants as fit into the given seconds (default: 60), and begins with other grants each day. `--all` takes all grants, and
 * `--all TEXT` those that begin with the text. These two runs also change the table: for each grant, only the file with the failed test
 * stays.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readTable, testedGrants, writeTable } from './table.ts';
import type { Outcome, Trial } from './trials.ts';

/** About as many grants as fit into a minute. In two months, every grant has its turn. */
const grantsADay = 4;
const dayMilliseconds = 24 * 60 * 60_000;

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
// Takes two grants away at the same time, because a run of tests spends much of its time waiting.
await Promise.all([takeAway(), takeAway()]);
if (isWhole) writeTable({ ...readTable(), ...proven });
console.log(`${tried} of ${rows.length} grants were taken away; no test missed ${unnoticed} of them.`);
if (unnoticed > 0) process.exitCode = 1;

async function takeAway(): Promise<void> {
  const trials = fork(new URL('trials.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  trials.on('exit', (code) => {
    if (code !== 0) throw new Error(`A process of tests ended with code ${code}.`);
  });
  for (const [name, grant] of inTurn) {
    const began = Date.now();
    trials.send({ grant, files: table[name] ?? [] } satisfies Trial);
    const [{ file }]: [Outcome] = (await once(trials, 'message')) as [Outcome];
    const milliseconds = Date.now() - began;
    tried += 1;
    if (file === undefined) unnoticed += 1;
    else proven[name] = [file];
    console.log(`${name}: ${file ?? 'NO TEST'} (${(milliseconds / 1000).toFixed(1)} s)`);
    longestMilliseconds = Math.max(longestMilliseconds, milliseconds);
    if (Date.now() + longestMilliseconds > end) break;
  }
  trials.disconnect();
}
