import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { linesUntilKilled } from '../killed.ts';
import { directoryOfTest } from '../ownDirectory.ts';
import { all, openSearchOfTest } from './fixture.ts';

test('a restart keeps entries and indexes', async () => {
  const directory = directoryOfTest();
  const first = await openSearchOfTest(directory);
  await first.put({ a: { text: 'kept' }, b: { text: 'gone' } });
  await first.bulk([{ delete: { _id: 'b' } }, { index: { _id: 'c' } }, { text: 'kept' }]);
  await first.close();

  const second = await openSearchOfTest(directory);

  expect((await second.find({ term: { text: 'kept' } })).toSorted()).toEqual(['a', 'c']);
  expect(await second.find({ term: { text: 'gone' } })).toEqual([]);
  expect(second.state).toEqual({ ...first.state, wasDamaged: false });
});

test('after a kill at any moment, each bulk request is there completely or not at all', async () => {
  const directory = directoryOfTest();
  let started = 0;
  for (const requests of [1, 60]) {
    const lines = await linesUntilKilled(requests, 'opensearch/writeForever.ts', directory, String(started));
    const acknowledged = lines.map(Number);
    const { find, close } = await openSearchOfTest(directory);

    const last = Math.max(...acknowledged);
    const expected = acknowledged.filter((request) => request > last - 40);
    const present = (await find({ prefix: { text: { value: 'request' } } })).map(Number);
    expect(expected.filter((request) => !present.includes(request))).toEqual([]);
    for (const request of present)
      expect(await find({ term: { text: `r${request}` } })).toContain(`${request}`);
    // The owners of the replaced entries are the newest requests. Each of these requests is complete.
    const { body } = await (await openSearchAgain(directory, close)).search({
      query: { bool: { filter: [{ prefix: { text: { value: 'again' } } }] } },
      _source: ['owner'],
    });
    for (const { _source } of body.hits.hits) expect(present).toContain(Number(_source.owner));
    started = Math.max(last, ...present) + 100;
  }
});

async function openSearchAgain(directory: string, close: () => Promise<void>) {
  await close();
  return openSearchOfTest(directory);
}

describe('a file', () => {
  let original: string;
  let generation: string | undefined;
  beforeEach(async () => {
    original = directoryOfTest();
    const first = await openSearchOfTest(original);
    await first.put(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [
          `${index}`,
          { text: `word w${index} ${'x '.repeat(50)}` },
        ]),
      ),
    );
    generation = first.state?.generation;
    await first.close();
  });
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  afterEach(() => errors.mockClear());
  const copied = (): { directory: string; file: string } => {
    const directory = directoryOfTest();
    cpSync(original, directory, { recursive: true });
    return { directory, file: join(directory, 'one.db') };
  };

  test.for<[string, (file: string) => void, boolean]>([
    ['that is gone', (file) => rmSync(file), false],
    [
      'of another version',
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
      true,
    ],
  ])(
    '%s is replaced by an empty one, and the collection has another generation',
    async ([, damage, wasDamaged]) => {
      const { directory, file } = copied();
      damage(file);

      const opened = await openSearchOfTest(directory);

      expect(opened.state).toEqual({ generation: expect.any(String), wasDamaged });
      expect(opened.state?.generation).not.toBe(generation);
      expect(opened.otherState?.wasDamaged).toBe(false);
      expect(await opened.find(all)).toEqual([]);
      await opened.put({ a: { text: 'new' } });
      expect(await opened.find({ term: { text: 'new' } })).toEqual(['a']);
    },
  );
});
