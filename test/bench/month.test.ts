import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { monthOf } from './month.ts';

const page = readFileSync(new URL('../../infra/docs/costs.md', import.meta.url), 'utf8');

/** Returns the cells of the table whose first line begins with `title`, without the first two lines. */
function tableOf(title: string): string[][] {
  const [, table = ''] = page.split(`\n| ${title} |`);
  const [lines = ''] = table.split('\n\n');
  return lines
    .split('\n')
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '));
}

const numberIn = (cell = ''): number => Number(/[\d.]+/.exec(cell)?.[0]);
const people = [50, 1000, 10_000] as const;
const logsColumn = 4;

test('the page says what a month costs, as computed from its other tables', () => {
  const prices = new Map(
    tableOf('a million of').map(([what = '', ...cells]) => [
      what,
      { all: numberIn(cells.at(-1)), logs: numberIn(cells[logsColumn]) },
    ]),
  );
  const priceOf = (what: string) => {
    const price = prices.get(what);
    if (price === undefined) throw new Error(`the page does not say the price of ${what}`);
    return price;
  };
  const dollarsOfStage = tableOf('a stage without clients').reduce(
    (sum, cells) => sum + numberIn(cells[1]),
    0,
  );
  const months = people.map((count) => monthOf(count, priceOf, dollarsOfStage));

  const rows = months[0]?.map(([row], index) => [
    row,
    ...months.map((month) => month[index]?.[1].toFixed(2)),
  ]);
  // The rows to paste.
  expect(tableOf('a month, in US dollars').map((cells) => `| ${cells.join(' | ')} |`)).toEqual(
    rows?.map((cells) => `| ${cells.join(' | ')} |`),
  );
});
