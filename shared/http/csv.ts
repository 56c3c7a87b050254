import type { CsvColumn } from '../contract/operation.ts';

/** The CSV form of lists (RFC 4180): one line with the names of the columns, then one line for each item. */

/** Matches a cell that a spreadsheet would read as a formula (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r\n]/;
/**
 * Matches the same within a cell. With the settings of a country with a decimal comma, spreadsheets also end a cell at a semicolon or a line
 * break, even inside quotes.
 */
const formulaWithin = /([;\r\n])("*[=+\-@])/g;

/** Returns a text with an apostrophe before each formula, so that a spreadsheet shows it as text. */
export const withoutFormulas = (text: string): string =>
  text.replace(formulaWithin, "$1'$2").replace(formula, "'$&");

/** Returns a CSV cell without formulas. */
function cellOf(value: unknown): string {
  const safe = withoutFormulas(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const valueAt = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, member) => Object(value)[member], item);

/** Returns CSV lines, each with its line break. */
export const csvOf = (columns: readonly CsvColumn[], items: readonly unknown[]): string =>
  [
    columns.map(([name]) => cellOf(name)),
    ...items.map((item) => columns.map(([, path]) => cellOf(valueAt(item, path)))),
  ]
    .map((cells) => `${cells.join()}\r\n`)
    .join('');
