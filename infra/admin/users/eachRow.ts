import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { grouped } from '../../../shared/text/words.ts';
import { readable } from '../commandLine/admin.ts';
import type { Output } from '../commandLine/output.ts';
import { Refusal } from '../commandLine/refusal.ts';
import type { FailedRows, Failure } from './failedRows.ts';
import type { FileRow, PeopleFile } from './peopleFile.ts';

/** The rows that are worked on at the same time. */
const rowsAtOnce = 10;
/** A line about the progress comes after so many rows. */
const rowsALine = 100;

interface Run<T> {
  readonly results: T[];
  readonly failures: Failure[];
}

/**
 * Calls `act` for each row without a fault, and returns its results and the failures, both in the order of the file. A Refusal, or a conflict
 * that lasts, fails its row. Any other error ends the run with a Refusal that says how far it came, and names the file of `failed` if it has rows.
 *
 * @param failed gets each failure when it happens; undefined: nothing is written
 */
export async function eachRow<T>(
  { path, rows }: PeopleFile,
  { output, failed }: { readonly output: Output; readonly failed: FailedRows | undefined },
  act: (row: FileRow) => Promise<T>,
): Promise<Run<T>> {
  const run: Run<T> = { results: [], failures: [] };
  const total = grouped(rows.length);
  let done = 0;
  for (const group of inGroups(rows)) {
    const outcomes = await Promise.allSettled(group.map((row) => attempt(row, act)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') continue;
      const { row, reason } = outcome.value;
      if (reason === undefined) run.results.push(outcome.value.result);
      else {
        run.failures.push({ line: row.line, email: row.email, reason });
        failed?.add(row, reason);
      }
    }
    const error = outcomes.find((outcome) => outcome.status === 'rejected');
    if (error) {
      const kept = failed?.hasRows ? ` ${failed.path} has the rows that failed until then.` : '';
      throw new Refusal(
        `The command stopped after ${grouped(done)} of ${total} rows of ${path}. ${readable(error.reason)} Run it again: what is done counts as done.${kept}`,
      );
    }
    const before = done;
    done += group.length;
    if (Math.floor(done / rowsALine) > Math.floor(before / rowsALine) && done < rows.length)
      output.progress(`${grouped(done)} of ${total} rows, ${grouped(run.failures.length)} failed`);
  }
  failed?.close();
  return run;
}

/** A row may take several changes, of which the earlier ones are kept. */
const conflicting = 'other requests keep changing the same records. Not done, or done in part: run it again';

type Outcome<T> =
  | { readonly row: FileRow; readonly reason?: undefined; readonly result: T }
  | { readonly row: FileRow; readonly reason: string };

async function attempt<T>(row: FileRow, act: (row: FileRow) => Promise<T>): Promise<Outcome<T>> {
  if (row.fault !== undefined) return { row, reason: row.fault };
  try {
    return { row, result: await act(row) };
  } catch (error) {
    if (error instanceof ConflictError) return { row, reason: conflicting };
    if (error instanceof Refusal) return { row, reason: readable(error) };
    throw error;
  }
}

/** Yields rows in groups of those that are worked on at the same time. */
export function* inGroups<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}
