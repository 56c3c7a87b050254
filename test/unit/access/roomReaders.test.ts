import { expect, test } from 'vitest';
import { documentsInMatrix } from '../../../shared/access/roomReaders.ts';
import { matrixDocumentsMax } from '../../../shared/contract/limits.ts';

const idOf = (number: number) => `doc_${String(number).padStart(26, '0')}` as const;
const read = (number: number, views: number, downloads = 0) => ({
  document_id: idOf(number),
  views,
  downloads,
  seconds: 0,
});
const fromZero = (count: number) => Array.from({ length: count }, (_, number) => number);

test('a matrix has a column for each document that its readers read', () => {
  expect(documentsInMatrix([])).toEqual([]);
  expect(documentsInMatrix([[read(1, 1), read(2, 1)], [], [read(2, 1), read(3, 3)]])).toEqual(
    [3, 2, 1].map(idOf),
  );
});

test('a matrix leaves out the documents with the fewest readings, when they are too many', () => {
  const once = fromZero(matrixDocumentsMax).map((number) => read(number, 1));
  const [often, downloaded] = [matrixDocumentsMax, matrixDocumentsMax + 1];

  const columns = documentsInMatrix([once, [...once, read(often, 9), read(downloaded, 0, 8)]]);

  expect(columns).toEqual([often, downloaded, ...fromZero(matrixDocumentsMax - 2)].map(idOf));
});
