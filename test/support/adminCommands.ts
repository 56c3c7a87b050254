import type { Command } from 'commander';
import { program } from '../../infra/admin/program.ts';

interface NamedCommand {
  /** The name of a command, such as `users show`. */
  readonly name: string;
  readonly command: Command;
}

const nowhere = { write: () => undefined };

/** Returns every command of the operators' command line that does something. */
export const everyCommand = (): NamedCommand[] =>
  leaves(program({ stdout: nowhere, stderr: nowhere, env: {} }));

const leaves = (command: Command, path: readonly string[] = []): NamedCommand[] =>
  command.commands.length === 0
    ? [{ name: path.join(' '), command }]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));
