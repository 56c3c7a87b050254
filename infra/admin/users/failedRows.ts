import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { withoutFormulas } from '../../../shared/http/csv.ts';
import { counted, grouped } from '../../../shared/text/words.ts';
import type { Output, Row } from '../commandLine/output.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { csvLine } from './csv.ts';
import { byteOrderMark, type FileRow, type PeopleFile, reasonColumn } from './peopleFile.ts';

/** A row that failed, and why. */
export interface Failure extends Row {
  readonly line: number;
  readonly email: string;
  readonly reason: string;
}

/**
 * The rows of a run that failed, in a file beside the one that they come from. Each is written when it fails. The first one replaces the
 * file of an earlier run, so a run that stops before it keeps that file, in which the operator may have corrected rows.
 */
export class FailedRows {
  readonly path: string;
  readonly #file: PeopleFile;
  #count = 0;

  /** Throws a Refusal when the file cannot be written. Changes no file. */
  constructor(file: PeopleFile) {
    this.#file = file;
    const extension = extname(file.path);
    this.path = join(dirname(file.path), `${basename(file.path, extension)}.failed${extension || '.csv'}`);
    const isThere = existsSync(this.path);
    this.#write('a', '');
    if (!isThere) rmSync(this.path);
  }

  get hasRows(): boolean {
    return this.#count > 0;
  }

  add({ line, fields }: FileRow, reason: string): void {
    if (!this.hasRows) this.#begin();
    this.#count += 1;
    const values = this.#file.columns.map((_, index) => fields[index] ?? '');
    // A reason may have the name of an organization, which other people choose. The values are those of the operator, and stay as they are.
    this.#write('a', csvLine([...values, withoutFormulas(`line ${line}: ${reason}`)]));
  }

  /** Ends a whole run. If nothing failed, removes the file of an earlier run. */
  close(): void {
    if (!this.hasRows) rmSync(this.path, { force: true });
  }

  #begin(): void {
    // A new file has the permissions of this one, whatever the earlier one had.
    rmSync(this.path, { force: true });
    const mark = this.#file.isMarked ? byteOrderMark : '';
    this.#write('w', mark + csvLine([...this.#file.columns, reasonColumn]));
  }

  /** Only the user who runs the command may read the file. */
  #write(flag: 'w' | 'a', text: string): void {
    try {
      writeFileSync(this.path, text, { flag, mode: 0o600 });
    } catch (error) {
      throw new Refusal(`${this.path} cannot be written: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** A longer list is for scripts: people read how long it is. */
const shownItems = 10;

/** Prints the result of a run with its failures, and throws a Refusal when there are any. `failed`: the file that has them; undefined: none */
export function reportRun(
  output: Output,
  result: Row,
  failures: readonly Failure[],
  failed: FailedRows | undefined,
): void {
  const row: Row = { ...result, failed: failures.length, ...(failures.length > 0 && { failures }) };
  const long = Object.entries(row).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > shownItems
      ? [[name, `${grouped(value.length)}: --json has them`]]
      : [],
  );
  output.record(row, {}, Object.fromEntries(long));
  if (failures.length === 0) return;
  throw new Refusal(
    failed
      ? `${counted(failures.length, 'row')} failed. ${failed.path} has them, with the reasons. Correct them there, and run the command with that file.`
      : `${counted(failures.length, 'row')} would fail. Nothing was changed.`,
  );
}
