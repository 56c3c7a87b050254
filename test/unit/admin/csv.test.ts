import { expect, test } from 'vitest';
import { CsvError, csvLine, parseCsv } from '../../../infra/admin/users/csv.ts';

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields);

test.for(['\n', '\r\n', '\r'])('reads lines that end with %j', (end) => {
  expect(fieldsOf(`a,b${end}c,d${end}`).map((fields) => fields.join('|'))).toEqual(['a|b', 'c|d']);
});

test.for([
  ['a,,\n', [['a', '', '']]],
  [' a , b\t\n', [['a', 'b']]],
  ['"a,b","c ""d""", "e" \n', [['a,b', 'c "d"', 'e']]],
  ['"a\r\nb",c', [['a\r\nb', 'c']]],
  ['a "b" c,d', [['a "b" c', 'd']]],
  ['', []],
  ['\n,,\n \r\n', []],
] as const)('reads %j', ([text, fields]) => {
  expect(fieldsOf(text)).toEqual(fields);
});

test('names the line on which each line of values begins', () => {
  const lines = parseCsv('email\r\n\r\n"a\nb\r\nc"\rd\n\n,\ne');

  expect(lines.map(({ line, fields }) => [line, fields[0]])).toEqual([
    [1, 'email'],
    [3, 'a\nb\r\nc'],
    [6, 'd'],
    [9, 'e'],
  ]);
});

test.for([
  ['a\n"b,c\nd', 'line 2 has a value in quotes'],
  ['a\nb\n"c"d,e', 'line 3 has a value in quotes'],
  ['"', 'line 1 has a value in quotes'],
] as const)('refuses %j', ([text, message]) => {
  expect(() => parseCsv(text)).toThrow(CsvError);
  expect(() => parseCsv(text)).toThrow(message);
});

test('reads what it writes', () => {
  const fields = ['a', '', 'b, c', 'd "e"', 'f\r\ng', '=1+1'];

  expect(fieldsOf(csvLine(fields) + csvLine(['last']))).toEqual([fields, ['last']]);
});
