import { expect, test } from 'vitest';
import { type Entry, furthestOf, latestReaders } from '../../../shared/console/document/readersOf.ts';

let count = 0;
const entry = (name: string | null, type = 'viewed', details: Entry['details'] = {}): Entry => ({
  id: `act_${String(count++).padStart(26, '0')}`,
  type,
  created_at: '2026-01-01T00:00:00.000Z',
  actor: name === null ? null : { id: `user_${name.padStart(26, '0')}`, type: 'user_account', name },
  document_id: null,
  version_id: null,
  policy_id: null,
  details,
});
async function* each(entries: readonly Entry[]) {
  yield* entries;
}
const readers = async (...entries: Entry[]) =>
  (await latestReaders(each(entries), (ulid) => ulid.endsWith('m'))).map(([latest, ...earlier]) => [
    latest.actor?.name ?? latest.details.address,
    1 + earlier.length,
  ]);

// Threat: A person who reads again and again hides other readers
test('one reader a hundred times hides no other reader in the console', async () => {
  expect(await readers(...Array.from({ length: 101 }, () => entry('1')), entry('2'))).toEqual([
    ['1', 101],
    ['2', 1],
  ]);
});

test('readers are people who do not manage the document, and networks', async () => {
  const changed = entry('3', 'document.updated');
  const visitors = [1, 2].map(() => entry(null, 'viewed', { address: '192.0.2.0/24' }));

  expect(await readers(entry('m'), changed, entry('1', 'downloaded'), ...visitors)).toEqual([
    ['1', 1],
    ['192.0.2.0/24', 2],
  ]);
});

test('the furthest page is that of any view', () => {
  const far = entry('1', 'viewed', { pages_reached: 2, page_count: 3 });
  expect(furthestOf([entry('1'), far])).toEqual({ page: '2', of: '3' });
  expect(furthestOf([entry('1')])).toBeUndefined();
});
