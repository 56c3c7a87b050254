import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { activityList } from '../../../shared/data/activity/activity.ts';
import { blockKey, chainKey, markKey } from '../../../shared/data/keys/activity.ts';
import { callerKey } from '../../../shared/data/keys/callers.ts';
import { markFormat } from '../../../shared/data/table/format.ts';
import { firstUlidAt, newId, newUlid } from '../../../shared/data/table/ids.ts';
import { sha256Of } from '../../../shared/text/sha256.ts';
import { storedEntry } from '../../support/activityEntries.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { storedOrganization, storedPerson } from '../../support/people/people.ts';
import { operator } from './operator.ts';

const { admin, clock, everything, invoke, record, table } = await operator();

// Ids of one process are never smaller than earlier ones, so the clock of the test must not go back.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
});

const minute = 60_000;
function pass(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds);
  clock.now = Date.now();
}

async function sealed() {
  pass(4 * minute);
  await invoke('sealActivity', {});
}

/** An organization with three entries in two blocks. They were sealed 30 minutes ago, so a missing entry or head counts as removed. */
async function sealedOrganization() {
  const { id } = await storedOrganization();
  const partition = activityList.organization(id);
  const entries = [await storedEntry(id), await storedEntry(id)];
  await sealed();
  entries.push(await storedEntry(id));
  await sealed();
  pass(30 * minute);
  const [first, second, third] = entries;
  if (!first || !second || !third) throw new Error('there are three');
  const keyOf = (entry: typeof first) => ({ pk: partition, sk: entry.id.slice('act_'.length) });
  return { id, partition, first, second, third, keyOf };
}

const verify = (id: string, ...more: string[]) =>
  admin('audit verify', '--organization', id, '--json', ...more);

/** The counts that a verification prints. */
const counts = { chains: 1, entries: 3, expired: 0, blocks: 2, heads: 2, documents: 0, late: 0, findings: 0 };

/** Verifies an organization and expects findings. Returns each finding as a text of its fields `what` and `of`. */
async function findings(id: string, ...more: string[]): Promise<string[]> {
  const { code, stdout } = await verify(id, ...more);
  expect(code).toBe(1);
  return JSON.parse(stdout).map(({ what, of }: { what: string; of: string }) => `${what} ${of}`);
}

const directory = directoryOfTests();
beforeAll(markFormat);

describe('sealed activity', () => {
  test('is verified without findings, for one organization and for all', async () => {
    const { id } = await sealedOrganization();

    expect(await record('audit verify', '--organization', id)).toEqual(counts);
    expect((await admin('audit verify')).code).toBe(0);
  });

  // Threat: The name of a reader is removed from the record
  test('has no finding when entries expired or a person was erased from them', async () => {
    const { id, first, keyOf } = await sealedOrganization();
    const person = await storedPerson();
    const third = await storedEntry(id, { actor: person });
    await sealed();
    await table.unset(keyOf(third), 'personal');
    await table.set({ ...callerKey(person.id) }, 'erased_at', new Date().toISOString());
    pass(401 * 24 * 60 * minute);
    await table.remove(keyOf(first));

    expect(await record('audit verify', '--organization', id)).toMatchObject({ entries: 3, expired: 1 });
  });
});

const day = 24 * 60 * minute;

/** Removes the items that DynamoDB would have expired by now. Returns the sort keys of the other items. */
async function expire(partition: string) {
  const all = (await table.everything()).filter(({ pk }) => pk === partition || pk === `CHAIN#${partition}`);
  const isOver = ({ expires_at_seconds }: (typeof all)[number]) =>
    Number(expires_at_seconds) * 1000 <= Date.now();
  for (const item of all.filter(isOver)) await table.remove(item);
  return all.filter((item) => !isOver(item)).map(({ sk }) => sk);
}

test('a chain without new entries ends a month after its entries without a finding, and a new chain can begin', async () => {
  const { id, partition } = await sealedOrganization();
  const path = join(directory, 'ended.json');
  expect((await verify(id, '--checkpoint', path)).code).toBe(0);

  pass(401 * day);
  expect(await expire(partition)).toEqual(['BLOCK#000000000001', 'BLOCK#000000000002', 'CHAIN']);
  expect(await record('audit verify', '--organization', id)).toMatchObject({ expired: 3, blocks: 2 });
  pass(30 * day);
  await table.remove(blockKey(partition, 1));
  expect(await record('audit verify', '--organization', id)).toMatchObject({ expired: 1, blocks: 1 });
  expect(await expire(partition)).toEqual([]);
  const nothing = { chains: 0, entries: 0, expired: 0, blocks: 0, findings: 0 };
  expect(await record('audit verify', '--organization', id)).toMatchObject(nothing);
  expect((await verify(id, '--from', path)).code).toBe(0);

  const entry = await storedEntry(id);
  await sealed();
  expect(await record('audit verify', '--organization', id)).toMatchObject({ chains: 1, entries: 1 });
  pass(30 * minute);
  await table.remove({ pk: partition, sk: entry.id.slice('act_'.length) });
  expect(await findings(id)).toEqual([`entry removed ${entry.id}`]);
});

describe('verification finds', () => {
  // Threat: Somebody who may write to the table removes or alters activity entries
  test('entries that were removed, altered, renamed, moved, given another time, or inserted', async () => {
    const { id, first, second, third, keyOf } = await sealedOrganization();
    const stored = (await everything()).find((item) => Object(item).sk === keyOf(third).sk);
    await table.remove(keyOf(first));
    await table.set(keyOf(second), 'type', 'downloaded');
    await table.set(keyOf(third), 'personal', { ...third.personal, address: '198.51.100.0' });
    const insertedAt = first.id.slice(4, -1) + (first.id.endsWith('0') ? 'z' : '0');
    const inserted = { ...Object(stored), id: `act_${insertedAt}`, list_sk: insertedAt };
    await table.put({ ...inserted, pk: keyOf(third).pk, sk: inserted.list_sk });

    expect((await findings(id)).sort()).toEqual(
      [
        `entry altered ${second.id}`,
        `entry altered ${third.id}`,
        `entry inserted ${inserted.id}`,
        `entry removed ${first.id}`,
      ].sort(),
    );
    await table.set(keyOf(third), 'personal', third.personal);
    await table.set(keyOf(third), 'expires_at_seconds', 1);
    expect(await findings(id)).toContain(`entry altered ${third.id}`);
    await table.set(keyOf(third), 'expires_at_seconds', third.expires_at_seconds);
    await table.set(keyOf(third), 'list_pk', 'ACTIVITY#ORG#another');
    expect(await findings(id)).toContain(`entry removed ${third.id}`);
  });

  // Threat: Somebody who may write to the table removes or alters activity entries
  test('a chain that was truncated or removed altogether', async () => {
    const { id, partition, third, keyOf } = await sealedOrganization();
    await table.remove(blockKey(partition, 2));
    await table.remove(keyOf(third));
    expect(await findings(id)).toEqual(['chain truncated 2']);

    await table.remove(blockKey(partition, 1));
    await table.remove(chainKey(partition));
    expect(await findings(id)).toEqual(expect.arrayContaining(['chain truncated 1', 'chain truncated 2']));
  });

  // Threat: Somebody who may write to the table removes or alters activity entries
  test('a block that is missing, or was rewritten with all later blocks', async () => {
    const { id, partition, first, keyOf } = await sealedOrganization();
    const [one, two] = [blockKey(partition, 1), blockKey(partition, 2)];
    const textOf = async (key: typeof one) =>
      String(
        Object((await everything()).find((item) => Object(item).pk === key.pk && Object(item).sk === key.sk))
          .text,
      );
    const [oldOne, oldTwo] = [await textOf(one), await textOf(two)];
    // An attacker who can write to the table and knows the format of chains rewrites the chain without the first entry.
    const newOne = oldOne.replace(new RegExp(`^${first.id.slice(4)} .*\n`, 'm'), '');
    await table.set({ ...one }, 'text', newOne);
    await table.set({ ...two }, 'text', oldTwo.replace(sha256Of(oldOne), sha256Of(newOne)));
    await table.remove(keyOf(first));
    expect(await findings(id)).toEqual(['block altered 1', 'block altered 2']);

    await table.remove(one);
    expect(await findings(id)).toContain('block removed 1');
  });

  // Threat: The name of a reader is removed from the record
  test('an entry without its person, though nobody was erased', async () => {
    const { id } = await sealedOrganization();
    const entry = await storedEntry(id, { actor: await storedPerson() });
    const anonymous = await storedEntry(id);
    await sealed();
    const place = { pk: activityList.organization(id) };
    for (const { id: entryId } of [entry, anonymous])
      await table.unset({ ...place, sk: entryId.slice('act_'.length) }, 'personal');

    expect(await findings(id)).toEqual([`person removed ${entry.id}`, `person removed ${anonymous.id}`]);
  });

  // Threat: Somebody inserts a false entry that no chain has, or puts it over a true one
  // Threat: Sealing is stopped by a malformed or large item in one list
  test('entries that are in no sealed list or in an unknown one, have no valid time, or are malformed', async () => {
    const { id } = await storedOrganization();
    const partition = activityList.organization(id);
    const { id: entryId } = await storedEntry(id, { document_id: newId('doc') });
    await sealed();
    const stored = (await table.everything()).find((item) => item.id === entryId);
    if (!stored) throw new Error('it is stored');
    const { list_pk: _pk, list_sk: _sk, ...nowhere } = stored;
    const [hidden, elsewhere, unsealed] = [newUlid(), newUlid(), newUlid()];
    const future = firstUlidAt(Date.now() + 24 * 60 * minute);
    const malformed = `${entryId.slice('act_'.length, -1)}u`;
    const list_pk = activityList.private(id, newId('user'));
    const puts = [
      { ...nowhere, id: `act_${hidden}`, sk: hidden },
      { ...stored, id: `act_${elsewhere}`, sk: elsewhere, list_sk: elsewhere, list_pk: 'ACTIVITY#NOWHERE' },
      { ...stored, id: `act_${unsealed}`, sk: unsealed, list_sk: unsealed, list_pk },
      { ...stored, id: `act_${future}`, sk: future, list_sk: future, list_pk: partition, pk: partition },
      { ...stored, sk: '~', list_sk: '~', list_pk: partition, pk: partition },
      { pk: partition, sk: malformed, list_pk: partition, list_sk: malformed },
    ];
    for (const item of puts) await table.put(item);
    pass(30 * minute);

    const found = await findings(id);
    for (const item of puts) await table.remove(item);

    expect(found.sort()).toEqual(
      [
        `entry inserted act_${unsealed}`,
        `entry inserted act_${future}`,
        `entry unreadable ${partition} ~`,
        `entry unreadable ${partition} ${malformed}`,
        `entry without place act_${hidden}`,
        `entry without place act_${elsewhere}`,
      ].sort(),
    );
  });

  // Threat: Sealing is stopped through the waiting list
  test('an entry in a list without a chain, in the run over all lists', async () => {
    const { id } = await storedOrganization();
    const entry = await storedEntry(id);
    // An attacker who also removes the mark hides the list from the sealer.
    await table.remove(markKey(activityList.organization(id)));
    pass(30 * minute);

    const { code, stdout } = await admin('audit verify', '--json');

    const inserted = expect.objectContaining({ what: 'entry inserted', of: entry.id });
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.arrayContaining([inserted])]);
  });
});

// Threat: Sealing is stopped through the waiting list
test('entries that were sealed late are counted, and the command exits with a code for them', async () => {
  const { id } = await sealedOrganization();
  await storedEntry(id);
  pass(18 * minute);
  await storedEntry(id);
  await sealed();
  const path = join(directory, 'late.json');

  const { code, stdout, stderr } = await verify(id, '--checkpoint', path);

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 3, entries: 5, late: 1, findings: 0 });
  expect(stderr).toContain(
    `${activityList.organization(id)}: 1 entries were sealed late. They were made from `,
  );
  // A run from the checkpoint does not report these late entries again.
  expect((await verify(id, '--from', path)).code).toBe(0);
});

test('a checkpoint is the start of the next run, which verifies the block of the checkpoint but no earlier entries', async () => {
  const { id, partition, first, third, keyOf } = await sealedOrganization();
  const path = join(directory, 'checkpoint.json');
  expect((await verify(id, '--checkpoint', path)).code).toBe(0);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([
    {
      chain: partition,
      number: 2,
      block: expect.stringMatching(/^[0-9a-f]{64}$/),
      kept_until: third.expires_at_seconds + 30 * 24 * 60 * 60,
    },
  ]);

  const later = await storedEntry(id);
  await sealed();
  // The removal of this entry is not found, because the next run does not verify entries before the checkpoint.
  await table.remove(keyOf(first));
  expect(await record('audit verify', '--organization', id, '--from', path)).toMatchObject({
    entries: 1,
    blocks: 1,
    heads: 1,
  });
  pass(30 * minute);
  await table.remove(keyOf(later));
  expect(await findings(id, '--from', path)).toEqual([`entry removed ${later.id}`]);
  await table.set({ ...blockKey(partition, 2) }, 'text', 'anything');
  expect(await findings(id, '--from', path)).toContain('block altered 2');
});

test('an organization that never was there is refused, because nothing of it could differ', async () => {
  const id = newId('org');

  const { code, stdout, stderr } = await verify(id);

  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: There is no organization ${id}.\n`,
  });
});

test('checkpoints replace checkpoints and no other file, which is said before the verification', async () => {
  const { id } = await sealedOrganization();
  const path = join(directory, 'rolling.json');
  const other = join(directory, 'other.json');
  await writeFile(path, '');
  await writeFile(other, '{ "theirs": true }');

  for (const from of [[], ['--from', path]])
    expect((await verify(id, ...from, '--checkpoint', path)).code).toBe(0);
  for (const refused of [other, directory, join(directory, 'missing/new.json')])
    expect(await verify(id, '--checkpoint', refused)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`error: --checkpoint `),
    });

  expect(await readFile(other, 'utf8')).toBe('{ "theirs": true }');
  expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(1);
});
