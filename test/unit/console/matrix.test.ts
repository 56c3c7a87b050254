import { expect, test } from 'vitest';
import { readDocumentsIn } from '../../../shared/console/rooms/matrix.ts';

const head = 'person_id,person_name,person_email,network,views,last_at';

test.for([
  ['nobody', `${head}\n`, []],
  ['a reader of one document', `${head},Lease\nuser_1,Ines,i@x.example,,1,t,2\n`, ['Lease: Ines 2']],
  [
    'readers of some documents, in lines that end as RFC 4180 says',
    `${head},Lease,Loan,Plan\r\nuser_1,Ines,,,3,t,2,,1\r\nuser_2,Kai,,,1,t,,,4\r\n`,
    ['Lease: Ines 2', 'Plan: Ines 1, Kai 4'],
  ],
  [
    'names and titles with commas, quotes and line ends',
    `${head},"Lease, ""old""","Two\nlines"\nuser_1,"Weber, Ines",,,1,t,1,1`,
    ['Lease, "old": Weber, Ines 1', 'Two\nlines: Weber, Ines 1'],
  ],
  ['somebody without an account', `${head},Lease\n,,,192.0.2.0,1,t,1\n`, ['Lease: 192.0.2.0 1']],
] as const)('the matrix of readers and documents names %s', ([, csv, expected]) => {
  const found = readDocumentsIn(csv).map(
    ({ title, readers }) =>
      `${title}: ${readers.map(({ name, readings }) => `${name} ${readings}`).join(', ')}`,
  );

  expect(found).toEqual(expected);
});
