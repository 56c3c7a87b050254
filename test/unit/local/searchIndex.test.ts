import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillSearchIndex } from '../../../infra/local/searchIndex.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

test('the first start has no documents to mark, and starts without search forget what was marked', async () => {
  await using directory = await temporaryDirectory();
  const dataDirectory = directory.path;
  const file = join(dataDirectory, 'searchIndex.json');
  const collections = [{ name: 'docs', generation: 'first' }];
  const start = (isNew: boolean, isSearchOff = false) =>
    fillSearchIndex(collections, { dataDirectory, isNew, isSearchOff });

  await start(true);
  expect(existsSync(file)).toBe(true);
  await start(false);
  expect(existsSync(file)).toBe(true);
  await start(false, true);
  expect(existsSync(file)).toBe(false);
});
