import { ConflictError } from '../../shared/data/conflict.ts';
import { FormatError } from '../../shared/data/format.ts';
import { type Output, printable } from './output.ts';
import { Refusal } from './refusal.ts';
import type { Stage } from './stage.ts';

/** Every command works with it. */
export interface Admin {
  /** Opens the stage that the command line names. Throws a Refusal when there is none. */
  connect(): Promise<Stage>;
  /** The name of the deployed stage on the command line; undefined for the local one. */
  stageName(): string | undefined;
  /** For the format that the command line asks for. */
  output(): Output;
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * An error as one line for the operator. What AWS and its SDK say is for them to read; any other error is a mistake of
 * this program and comes with its stack.
 */
export function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal || error instanceof FormatError) return printable(error.message);
  if (error instanceof ConflictError)
    return 'Something else keeps changing the same records. Nothing was changed: try again.';
  if (error.message.startsWith('Region is missing'))
    return 'No AWS region is configured: set AWS_REGION, or a region for your profile.';
  if (fromAws(error)) return `${error.name}: ${error.message}`;
  return error.stack ?? String(error);
}

/** Answers of AWS have metadata, failures to sign in or to connect a name or a code. */
const fromAws = (error: Error): boolean =>
  '$metadata' in error || 'code' in error || /^(Credentials|Token)ProviderError$/.test(error.name);
