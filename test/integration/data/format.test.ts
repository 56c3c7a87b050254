import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccount, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { formatKey, storedFormat } from '../../../shared/data/table/storedFormat.ts';
import { ownStage } from '../../support/stages/stage.ts';

const { table, catchUp } = await ownStage();
const all = await table.everything();

/** Loads the module again, as in a new process. */
async function format() {
  vi.resetModules();
  return import('../../../shared/data/table/format.ts');
}
const empty = async () => {
  await table.removeAll();
  await catchUp();
};
const marker = { ...formatKey, format: storedFormat };

beforeEach(empty);
afterEach(() => vi.resetModules());

test('of several processes at once, one marks the table of a new stage', async () => {
  expect(all).toContainEqual(marker);
  const processes = [await format(), await format(), await format()];

  await expect(processes[0]?.requireFormat()).rejects.toThrow('so it is of 0.2 or earlier');
  await Promise.all(processes.map(({ markFormat }) => markFormat()));

  expect(await table.everything()).toEqual([marker]);
  await processes[0]?.requireFormat();
});

test('a table without a marker but with people is refused and not marked', async () => {
  await transact([createAccount(newServiceAccount('Somebody'))]);
  await catchUp();
  const before = await table.everything();
  const { markFormat, requireFormat } = await format();

  for (const check of [markFormat, requireFormat]) await expect(check()).rejects.toThrow('infra/README.md');

  expect(await table.everything()).toEqual(before);
});

test('a table of another format is refused with the name of the format', async () => {
  await table.set({ ...formatKey }, 'format', '7');
  const { markFormat, requireFormat, FormatError } = await format();

  for (const check of [markFormat, requireFormat]) {
    await expect(check()).rejects.toThrow(FormatError);
    await expect(check()).rejects.toThrow('has the stored format 7');
  }
  expect(await table.everything()).toEqual([{ ...marker, format: '7' }]);
});
