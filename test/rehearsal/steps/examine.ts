import * as z from 'zod/mini';
import type { Rehearsal } from '../rehearsal.ts';

const checks = z.array(z.object({ check: z.string(), state: z.string(), detail: z.string() }));

/** Runs the operators' `doctor` on a healthy stage. A problem that it finds is a fault of the command. */
export async function examine(rehearsal: Rehearsal): Promise<string> {
  const found = z.parse(checks, await rehearsal.admin('doctor'));
  const saying = (states: readonly string[]) =>
    found
      .filter(({ state }) => states.includes(state))
      .map(({ check, state, detail }) => `${check} is ${state}: ${detail}`);
  const wrong = saying(['problem']);
  // The stage of the rehearsal is deleted with its data, which its name does not suggest, and nobody is told of its alarms.
  const expected = [
    'data is problem: npx cdk destroy deletes the data',
    'subscribers is problem: nobody is told',
  ];
  if (wrong.length !== expected.length || !expected.every((start, index) => wrong[index]?.startsWith(start)))
    throw new Error(wrong.join('\n'));
  return ['nothing is wrong', ...saying(['not checked'])].join('; ');
}
