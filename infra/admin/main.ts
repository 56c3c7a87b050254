/** `npm run admin -- <noun> <verb> ...` */
import { createInterface } from 'node:readline/promises';
import { run } from './program.ts';

const { stdin, stdout, stderr, env } = process;

/** The question goes to standard error, because a script may read standard output. */
async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  // Ctrl-C and Ctrl-D reject. They answer no.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => 'no');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

// The reader of a pipe may end before the command, as in `users list | head`. The command goes on, because it may be changing something.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const isTerminal = stdin.isTTY === true && stderr.isTTY === true;
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env, ...(isTerminal && { ask }) });
