import { Command } from 'commander';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { FormatError } from '../../../shared/data/table/format.ts';
import type { Stage } from '../stage/stage.ts';
import { type Io, type Output, printable } from './output.ts';
import { Refusal } from './refusal.ts';

/** The parts of a command line that all commands share. */
export interface CommandLine {
  /** Opens the named stage. Throws a Refusal when there is none. */
  connect(): Promise<Stage>;
  /** The name of the deployed stage; undefined for the local one. */
  stageName(): string | undefined;
  /** Returns the output in the requested format. */
  output(): Output;
  /** Epoch milliseconds. */
  clock(): number;
  /** Asks the operator a question. Undefined: nobody can answer. */
  readonly ask: Io['ask'];
}

/** The objects that every command works with. */
export interface Admin {
  readonly stage: Stage;
  readonly output: Output;
  /** The time at which the command started, in epoch milliseconds. */
  readonly now: number;
  readonly clock: CommandLine['clock'];
  readonly ask: CommandLine['ask'];
  /**
   * Asks the operator before a command takes something away. `loss`: sentences that say what is lost. Throws a Refusal unless the
   * operator agrees or has given `--yes`.
   */
  confirm(loss: string): Promise<void>;
}

/** A command, and the commands below it. */
export class AdminCommand extends Command {
  readonly line: CommandLine;

  constructor(name: string | undefined, line: CommandLine) {
    super(name);
    this.line = line;
    this.helpCommand(false);
  }

  override createCommand(name?: string): AdminCommand {
    return new AdminCommand(name, this.line);
  }

  subcommand(name: string, description: string): AdminCommand {
    return this.command(name).description(description);
  }

  /** Adds a paragraph to the end of the help. */
  more(text: string): this {
    return this.addHelpText('after', `\n${text.trim()}`);
  }

  /** Adds examples to the end of the help. An example that contains `npm run` is shown as it is. */
  examples(...commands: readonly string[]): this {
    const lines = commands.map((command) =>
      command.includes('npm run') ? `  ${command}` : `  npm run admin -- ${command}`,
    );
    return this.more([commands.length > 1 ? 'Examples:' : 'Example:', ...lines].join('\n'));
  }

  /** Adds the option `--yes`, for a command that takes something away. Without `--yes`, the command must call `confirm`. */
  asksFirst(): this {
    return this.option('--yes', 'do not ask first');
  }

  /** Makes the command open its stage and run `act`, whose parameters are the arguments and then the options. */
  runs<Parameters extends readonly unknown[]>(
    act: (admin: Admin, ...parameters: Parameters) => Promise<void>,
  ): this {
    return this.action(async (...parameters) => {
      const { connect, output, clock, ask } = this.line;
      const stage = await connect();
      const confirm = confirming(ask, this.opts().yes === true);
      await act({ stage, output: output(), now: clock(), clock, ask, confirm }, ...(parameters as never));
    });
  }
}

/** Returns the function that asks before a command takes something away. `isAgreed`: the operator has given `--yes`. */
export const confirming =
  (ask: CommandLine['ask'], isAgreed: boolean): Admin['confirm'] =>
  async (loss) => {
    if (isAgreed) return;
    const said = printable(loss);
    if (!ask)
      throw new Refusal(
        `${said} Nothing was changed, because nobody can be asked here. To do it without a question, add --yes.`,
      );
    if (!(await ask(`${said} Continue?`))) throw new Refusal('Nothing was changed.');
  };

/**
 * Returns an error as text for the operator: the message of AWS or of its SDK. Any other error is a bug in this program and comes
 * with its stack.
 */
export function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal || error instanceof FormatError) return printable(error.message);
  if (error instanceof ConflictError)
    return 'Other requests keep changing the same records. Nothing was changed. Try again.';
  if (error.message.startsWith('Region is missing'))
    return 'No AWS region is configured. Set AWS_REGION, or a region in your profile.';
  if (fromAws(error)) return `${error.name}: ${error.message}`;
  return error.stack ?? String(error);
}

/** Errors in answers of AWS have metadata. Errors of sign-ins and connections have a name or a code. */
const fromAws = (error: Error): boolean =>
  '$metadata' in error || 'code' in error || /^(Credentials|Token)ProviderError$/.test(error.name);
