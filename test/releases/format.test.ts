import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provideCredentials } from 'assembly-host/credentials';
import { expect, test } from 'vitest';
import { activityList, markKey, unsealedList } from '../../shared/data/keys/activity.ts';
import { uncountedList, usageKey } from '../../shared/data/keys/organizations.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { formatKey, storedFormat } from '../../shared/data/table/storedFormat.ts';
import { placeIn } from '../../shared/data/work/waiting.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';
import { Table } from '../support/stages/table.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { ask } from './service.ts';
import { storedIn } from './stored.ts';

/** Changes that make stored data look like data of another format. */
const others: readonly [what: string, change: (table: Table) => Promise<unknown>, said: string][] = [
  ['0.2, which has no marker', (table) => table.remove({ ...formatKey }), 'so it is of 0.2 or earlier'],
  ['another release', (table) => table.set({ ...formatKey }, 'format', '2.0'), 'has the stored format 2.0'],
];
/** Functions that refuse the data report it. */
const expected = /^\w+: Invoke Error: The table has (no marker|the stored format).*\n/gm;
const mark = (table: Table) => table.set({ ...formatKey }, 'format', storedFormat);

const consumers = [
  'processVersion',
  'fanOutEvent',
  'deliverWebhook',
  'removeDeleted',
  'prepareCopy',
  'indexDocument',
  'keepText',
];
const scheduled = ['sweepDue', 'countUsage', 'sealActivity'];
const workers = [...consumers, ...scheduled];
const invoke = (service: RunningService, worker: string) =>
  service.invoke(worker, consumers.includes(worker) ? { Records: [] } : {});

/** Leaves items to be counted and sealed. Without such items, the scheduled functions do not look at the marker. */
async function leaveWork(table: Table): Promise<void> {
  const user = newId('user');
  const list = activityList.personal(user);
  for (const [key, place] of [
    [usageKey(user), { documents: 0, stored_bytes: 0, ...placeIn(uncountedList, user, 1) }],
    [markKey(list), placeIn(unsealedList, list, 1)],
  ] as const)
    for (const [name, value] of Object.entries(place)) await table.set({ ...key }, name, value);
}

/** Runs a program of this tree that must fail. Returns its error output. */
async function refusal(DATA_DIR: string, ...program: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR, PORT: '0' };
  const failed = await promisify(execFile)(process.execPath, program, { env }).catch((error) => error);
  expect(failed).toMatchObject({ code: 1 });
  return failed.stderr;
}

test('npm start, functions and the command line refuse data of another format, and do not change it', async () => {
  await using directory = await temporaryDirectory();
  const { path } = directory;
  await using cleanup = new AsyncDisposableStack();
  const start = async () => {
    const service = await startService({ DATA_DIR: path, READ_LAG_MILLISECONDS: '0' }, { expected });
    cleanup.defer(() => service.stop());
    const { dynamodb } = JSON.parse(readFileSync(join(path, 'ports.json'), 'utf8'));
    return { service, table: await Table.at(`http://127.0.0.1:${dynamodb}`, provideCredentials(path)) };
  };
  const { service, table } = await start();

  for (const [what, change, said] of others) {
    await change(table);
    await leaveWork(table);
    const before = await table.everything();

    expect((await ask(service, 'GET', '/v1/documents')).status, what).toBe(500);
    for (const worker of workers)
      await expect(invoke(service, worker), `${worker} with ${what}`).rejects.toThrow(said);
    expect(await refusal(path, 'infra/admin/main.ts', 'users', 'list'), what).toContain(said);
    expect(await table.everything(), what).toEqual(before);
  }
  await mark(table);
  expect((await ask(service, 'GET', '/v1/documents')).status).toBe(200);
  for (const worker of workers) await invoke(service, worker);
  await service.stop();

  for (const [what, change, said] of others) {
    await storedIn(path, change);
    const before = await storedIn(path, (stopped) => stopped.everything());
    const credentials = readFileSync(join(path, 'credentials.json'), 'utf8');

    expect(await refusal(path, 'infra/local/main.ts'), what).toMatch(new RegExp(`${said}.*${path}`));

    expect(await storedIn(path, (stopped) => stopped.everything()), what).toEqual(before);
    expect(readFileSync(join(path, 'credentials.json'), 'utf8')).toBe(credentials);
  }
  await storedIn(path, mark);

  // A process looks at the marker only once. The sweep at the start may do so before this test removes the marker, so the test starts
  // again.
  const items = await eventually(
    async () => {
      const again = await start();
      await again.table.removeAll();
      await again.service.invoke('sweepDue', {});
      const left = await again.table.everything();
      await again.service.stop();
      // Without its table and credentials, the stage is new for the next start.
      await storedIn(path, (stopped) => stopped.removeAll());
      rmSync(join(path, 'credentials.json'));
      return left;
    },
    (left) => left.some(({ pk }) => pk === formatKey.pk),
  );
  expect(items).toContainEqual({ ...formatKey, format: storedFormat });
});
