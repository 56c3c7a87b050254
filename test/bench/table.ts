/** Prints a table whose columns are as wide as their longest cells. Columns of figures are aligned to the right. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = rows.map((row) => row.map(String));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const areFigures = columns.map((_, index) => cells.every((row) => /^[\d-]/.test(row[index] ?? '')));
  const line = (row: readonly string[]): string =>
    columns
      .map((_, index) => {
        const cell = row[index] ?? '';
        const width = widths[index] ?? 0;
        return areFigures[index] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n`);
  console.log(line(columns));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of cells) console.log(line(row));
}

export type Figure = readonly [what: string, value: string | number];

/** Prints a table of two columns. */
export const printFigures = (title: string, figures: readonly Figure[]): void =>
  printTable(title, ['what', 'value'], figures);

/** Returns the aim, and whether the value misses it: `<= 3 MISSED`. */
export const verdict = (value: number, aim: number): string => `<= ${aim}${value > aim ? ' MISSED' : ''}`;

/** Returns the smallest value with at least this share of the values at or below it. NaN when there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
