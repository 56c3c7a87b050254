/** `npm run rehearse`: deploys the stage to an emulator of AWS, and tests its whole life from deployment to deletion. */
import { parseArgs } from 'node:util';
import { install, Unavailable } from './emulator.ts';
import { findNeeds } from './needs.ts';
import { prepareRehearsal } from './prepare.ts';
import { type Step, steps } from './steps.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const skip = (lacking: string): never => {
  print(`The rehearsal is SKIPPED: this machine lacks ${lacking}.`);
  process.exit(0);
};

const { values } = parseArgs({ options: { without: { type: 'string', multiple: true, default: [] } } });

const needs = await findNeeds();
if ('lacking' in needs) skip(needs.lacking);
else await rehearse(needs.python);

async function rehearse(python: string): Promise<void> {
  const rehearsal = await prepareRehearsal();
  const end = () => rehearsal.running.splice(0).map((one) => one[Symbol.dispose]());
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

  const began = performance.now();
  const timed = async (name: string, run: Step): Promise<boolean> => {
    rehearsal.step = name.replaceAll(/[^a-z]+/gi, '-');
    const stepBegan = performance.now();
    const seconds = () => secondsSince(stepBegan).padStart(7);
    try {
      const found = await run(rehearsal);
      print(`${seconds()}  ${name}: ${found}`);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) skip(`a way to the emulator. ${error.message}`);
      const text = error instanceof Error ? error.message : String(error);
      print(`${seconds()}  ${name}: FAILED\n${text.replace(/^/gm, ' '.repeat(9))}`);
      process.exitCode = 1;
      return false;
    }
  };

  print(`Logs are in ${rehearsal.logs}\n\nseconds  step`);
  let isStanding = await timed('install the emulator', (it) => install(it, python));
  for (const { name, run, isBasis = false } of steps) {
    if (!isStanding || values.without.some((text) => name.includes(text))) continue;
    const hasSucceeded = await timed(name, run);
    isStanding = hasSucceeded || !isBasis;
  }
  print(`${secondsSince(began).padStart(7)}  in all`);
  end();
}

function secondsSince(began: number): string {
  return String(Math.round((performance.now() - began) / 1000));
}
