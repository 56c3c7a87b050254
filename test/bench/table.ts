export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Prints a table whose columns are as wide as their longest cells. */
export function printTable(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = rows.map((row) => row.map(String));
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const cell = row[index] ?? '';
        const width = widths[index] ?? 0;
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n`);
  console.log(line(columns.map((column) => column.title)));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of cells) console.log(line(row));
}

export type Figure = readonly [what: string, value: string | number];

/** Prints a table of two columns. */
export const printFigures = (title: string, figures: readonly Figure[]): void =>
  printTable(title, [{ title: 'what' }, { title: 'value', align: 'right' }], figures);

/** Returns the aim, and whether the value misses it: `<= 3 MISSED`. */
export const verdict = (value: number, aim: number): string => `<= ${aim}${value > aim ? ' MISSED' : ''}`;

/** Returns the smallest value that at least this share of the values does not exceed. NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
