import type { CsvColumn } from '../contract/operation.ts';

/** Lists as CSV (RFC 4180): a line with the names of the columns, and one for each item. */

/**
 * Before what a spreadsheet would take for a formula (OWASP, "CSV Injection"): at the beginning of a cell, and after a semicolon or
 * the end of a line, with which a cell ends to spreadsheets where people write a decimal comma, quoted or not.
 */
const formula = /^(?=[=+\-@\t\r\n])|(?<=[;\r\n])(?="*[=+\-@])/g;

/** Returns a cell that a spreadsheet shows as the text that it is: an apostrophe before what would be a formula. */
function cellOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const safe = text.replaceAll(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const valueAt = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, member) => Object(value)[member], item);

/** Returns lines of cells, each with its end. */
export const csvOf = (columns: readonly CsvColumn[], items: readonly unknown[]): string =>
  [
    columns.map(([name]) => name),
    ...items.map((item) => columns.map(([, path]) => cellOf(valueAt(item, path)))),
  ]
    .map((cells) => `${cells.join()}\r\n`)
    .join('');
