import { readFileSync } from 'node:fs';

const page = new URL('../../README.md', import.meta.url);
const row = /^\| ([^|]+) \| [^|]+ \| ([\d.]+) \|$/gm;

interface Budget {
  readonly line: string;
  readonly what: string;
  readonly most: number;
}

/** Returns the rows of the table of budgets whose first cell begins with a text. */
export const budgets = (beginning: string): Budget[] =>
  [...readFileSync(page, 'utf8').matchAll(row)]
    .map(([line, what = '', most]) => ({ line, what, most: Number(most) }))
    .filter(({ what }) => what.startsWith(beginning));
