/** `npm run admin -- <noun> <verb> ...` */
import { createInterface } from 'node:readline/promises';
import { run } from './program.ts';

const { stdin, stdout, stderr, env } = process;

/** The question goes to standard error, because a script may read standard output. */
async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

const isTerminal = stdin.isTTY === true && stderr.isTTY === true;
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env, ...(isTerminal && { ask }) });
