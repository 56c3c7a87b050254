import { expect, test } from 'vitest';
import { csvOf } from '../../../shared/http/csv.ts';

const columns = [
  ['id', ['id']],
  ['name', ['actor', 'name']],
] as const;
const lineOf = (name: string) =>
  csvOf(columns, [{ id: 'act_1', actor: { name } }])
    .split('\r\n')
    .slice(1)
    .join('\r\n');

test('a list has a line of names, and one for each item, with empty cells for missing values', () => {
  const items = [{ id: 'act_1', actor: { name: 'Zoë' } }, { id: 'act_2', actor: null }, { id: 'act_3' }];

  expect(csvOf(columns, items)).toBe('id,name\r\nact_1,Zoë\r\nact_2,\r\nact_3,\r\n');
});

// Threat: Activity shows others who reads a private document, or a name in CSV runs as a formula
test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'no cell is a formula for a spreadsheet: %j',
  (name) => {
    expect(lineOf(name)).toMatch(/^act_1,"?'/);
  },
);

test('no formula begins after a semicolon, which separates cells in some countries', () => {
  expect(lineOf('a;=1+1; b;@x')).toBe("act_1,a;'=1+1; b;'@x\r\n");
  expect(lineOf('a;"=1\n=1')).toBe(`act_1,"a;'""=1\n'=1"\r\n`);
});

test.for([
  ['Müller, Zoë', '"Müller, Zoë"'],
  ['the "boss"', '"the ""boss"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
] as const)('%j is quoted', ([name, cell]) => {
  expect(lineOf(name)).toBe(`act_1,${cell}\r\n`);
});
