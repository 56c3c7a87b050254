import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { monthOf, perPerson } from './month.ts';

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
const people = [0, 50, 1000] as const;

test('the page says what a month costs, as computed from its other tables', () => {
  const dollarsOfMillion = new Map(
    tableOf('a million of').map(([what = '', ...cells]) => [what, numberIn(cells.at(-1))]),
  );
  const dollarsOfStage = tableOf('a stage without clients').reduce(
    (sum, cells) => sum + numberIn(cells[1]),
    0,
  );
  const months = people.map((count) => monthOf(count, dollarsOfMillion, dollarsOfStage));
  const row = (what: string, dollars: readonly number[]) => [
    what,
    ...dollars.map((amount) => amount.toFixed(2)),
  ];

  expect(tableOf('a month, in US dollars')).toEqual([
    row(
      'the stage itself',
      months.map(({ stage }) => stage),
    ),
    row(
      'requests, their work and their webhooks',
      months.map(({ operations }) => operations),
    ),
    row(
      'files that readers download',
      months.map(({ downloads }) => downloads),
    ),
    row(
      'what is stored',
      months.map(({ storage }) => storage),
    ),
    row(
      'together',
      months.map(({ stage, operations, downloads, storage }) => stage + operations + downloads + storage),
    ),
  ]);
  expect(perPerson.documents * 50).toBe(2000);
});
