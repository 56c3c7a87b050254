import { beforeEach, expect, test } from 'vitest';
import { createAccount, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { formatKey, storedFormat } from '../../../shared/data/table/storedFormat.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { table, catchUp } = await sharedStage();
const all = await table.everything();

let processes = 0;

/** Loads the module again, as in a new process. */
async function format(): Promise<typeof import('../../../shared/data/table/format.ts')> {
  const { href } = new URL('../../../shared/data/table/format.ts', import.meta.url);
  return import(`${href}?process=${++processes}`);
}
const empty = async () => {
  await table.removeAll();
  await catchUp();
};
const marker = { ...formatKey, format: storedFormat };

beforeEach(empty);

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
