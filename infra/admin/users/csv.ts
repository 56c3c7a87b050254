/** CSV (RFC 4180) that people export from spreadsheets: with LF, CRLF or CR between lines, and blanks around values. */

export interface CsvLine {
  /** The number of the line in the file on which it begins, from 1. */
  readonly line: number;
  /** The values, without quotes and without blanks at their ends. */
  readonly fields: readonly string[];
}

/** The error of a text that is not CSV. The message is a sentence that names the line. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** A value in quotes or without quotes, and its end: a comma, a line break, or the end of the text. */
const value = /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|((?![ \t]*")[^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y;

/** Returns the lines of a text that have at least one value that is not empty. Throws a CsvError. */
export function parseCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let [line, beginning] = [1, 1];
  value.lastIndex = 0;
  for (let end: string | undefined; end !== ''; ) {
    const [whole, quoted, bare = '', found = ''] = value.exec(text) ?? [];
    if (whole === undefined)
      throw new CsvError(
        `line ${line} has a value in quotes that does not end, or with text beside the quotes (write a quote within a value as "")`,
      );
    fields.push((quoted?.replaceAll('""', '"') ?? bare).trim());
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    end = found;
    if (end === ',') continue;
    if (fields.some((field) => field !== '')) lines.push({ line: beginning, fields });
    [fields, beginning] = [[], line];
  }
  return lines;
}

/** Returns a CSV line with its line break. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join()}\r\n`;
