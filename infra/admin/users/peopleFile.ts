import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { emailAddress } from '../commandLine/arguments.ts';
import { CsvError, type CsvLine, parseCsv } from './csv.ts';

/** A CSV file with a person in each line, as `users import` and `users disable` take it. */
export interface PeopleFile {
  readonly path: string;
  /** The names of its columns, as the file writes them. The column `reason` of an earlier run is not among them. */
  readonly columns: readonly string[];
  /** One row for each address. */
  readonly rows: readonly FileRow[];
  /** The number of lines that say the same as an earlier line. */
  readonly repeated: number;
  /** Whether it begins with a byte order mark, by which spreadsheets know UTF-8. */
  readonly isMarked: boolean;
}

/** A line of the file. */
export interface FileRow extends CsvLine {
  readonly email: string;
  /** The reason why nothing can be done for this line, whatever the stage has. Undefined: there is none */
  readonly fault: string | undefined;
}

const columnNames = ['email', 'name', 'role'];
/** The last column of files with rows that failed. A file that was corrected may still have it. */
export const reasonColumn = 'reason';

export const byteOrderMark = '\ufeff';

interface Format {
  /** The number of columns that the command uses, from the first one. Others may follow. */
  readonly uses: 1 | 3;
  /** Returns what is wrong with the values of a line, besides the address. Default: nothing */
  readonly faultIn?: (fields: readonly string[]) => string | undefined;
}

/** Returns a function that reads a file. It throws an InvalidArgumentError if the file as a whole cannot be used. */
export const peopleFile =
  ({ uses, faultIn = () => undefined }: Format) =>
  (path: string): PeopleFile => {
    const text = textIn(path);
    const [header, ...lines] = linesIn(text.replace(byteOrderMark, ''));
    const columns = columnsIn(header, uses);
    if (lines.length === 0) throw new InvalidArgumentError('It has no people, only a header.');
    const width = header?.fields.length ?? 0;
    const all = lines.map((line): FileRow => {
      const [email = ''] = line.fields;
      const isWhole = line.fields.length === width;
      return {
        ...line,
        email,
        fault: isWhole ? (faultOf(email) ?? faultIn(line.fields)) : unlike(line, width),
      };
    });
    const rows = withoutRepeats(all, uses);
    const isMarked = text.startsWith(byteOrderMark);
    return { path, columns, rows, repeated: all.length - rows.length, isMarked };
  };

function textIn(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InvalidArgumentError('It must be UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
}

function linesIn(text: string): CsvLine[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InvalidArgumentError(`It is not CSV: ${error.message}.`);
  }
}

/** Returns the names of the columns, without `reason`. Throws an InvalidArgumentError if they are not those of the format. */
function columnsIn(header: CsvLine | undefined, uses: number): string[] {
  const names = header?.fields ?? [];
  const columns = names.at(-1)?.toLowerCase() === reasonColumn ? names.slice(0, -1) : [...names];
  const wanted = columnNames.slice(0, uses);
  if (wanted.every((name, index) => name === columns[index]?.toLowerCase())) return columns;
  const found = names.join().slice(0, 100);
  const isSeparatedOtherwise = names.length === 1 && /[;\t]/.test(found);
  throw new InvalidArgumentError(
    `Its first line must begin with ${wanted.join()}, and not with ${JSON.stringify(found)}.${isSeparatedOtherwise ? ' Separate the columns by commas.' : ''}`,
  );
}

const unlike = ({ fields }: CsvLine, width: number): string =>
  `values in this line: ${fields.length}, in the header: ${width}: ${fields.join(' | ')}`;

function faultOf(email: string): string | undefined {
  try {
    emailAddress(email);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return 'email must be an e-mail address, such as ada@example.com';
  }
}

/**
 * Returns the rows without those that say the same as an earlier one. A row with the address of an earlier row and other values has a fault.
 */
function withoutRepeats(rows: readonly FileRow[], uses: number): FileRow[] {
  const first = new Map<string, FileRow>();
  return rows.flatMap((row) => {
    const address = row.fault === undefined ? normalizedEmail(row.email) : undefined;
    const earlier = address === undefined ? undefined : first.get(address);
    if (address !== undefined && !earlier) first.set(address, row);
    if (!earlier) return [row];
    const isSame = row.fields.slice(1, uses).every((field, index) => field === earlier.fields[index + 1]);
    return isSame
      ? []
      : [{ ...row, fault: `line ${earlier.line} has this address with another name or role` }];
  });
}
