import { afterAll, describe, expect, test, vi } from 'vitest';
import { hashOfEntry } from '../../../shared/audit/canonical.ts';
import { isSignedBy, signingKey } from '../../../shared/audit/signature.ts';
import { createActivity } from '../../../shared/data/activity/activity.ts';
import { listLastBlocks } from '../../../shared/data/activity/chains.ts';
import { listUnsealed } from '../../../shared/data/activity/marks.ts';
import { activityList, chainKey, markKey, unsealedList } from '../../../shared/data/keys/activity.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { newUlid } from '../../../shared/data/table/ids.ts';
import { placeIn } from '../../../shared/data/work/waiting.ts';
import { getHead, listHeads } from '../../../shared/files/auditHeads.ts';
import { storedEntry } from '../../support/activityEntries.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const { call, catchUp, credentials, invoke, table } = await sharedStage();

// Identifiers never become smaller, so the clock of these tests must not go back.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const seal = () => invoke('sealActivity', {});

async function someList() {
  const { id, owner } = await storedOrganization();
  return { id, owner, partition: activityList.organization(id) };
}

async function headsOf(partition: string): Promise<number[]> {
  const numbers: number[] = [];
  for await (const some of listHeads(partition, 1)) numbers.push(...some);
  return numbers;
}

/** Runs the sealer each minute for that many minutes. Returns the errors of its runs. */
async function sealFor(minutes: number): Promise<string[]> {
  const faults: string[] = [];
  for (let passed = 0; passed < minutes; passed++) {
    pass(minute);
    await seal().catch(({ message }) => faults.push(message));
  }
  return faults;
}

/** Moves the mark of a list to the end of time with one update, which hides the list from the sealer. */
async function hideMark(partition: string) {
  const mark = (await table.everything()).find(
    ({ pk, filter_pk }) => filter_pk === unsealedList && pk.endsWith(partition),
  );
  if (!mark) throw new Error('it is marked');
  await table.set(mark, 'filter_sk', `999999999999999#${partition}`);
}

const idsIn = async (partition: string) =>
  (await listLastBlocks(partition, Number.POSITIVE_INFINITY))
    .toReversed()
    .map(({ entries }) => entries.map(({ ulid }) => `act_${ulid}`));

describe('new entries of a list', () => {
  test('are sealed minutes later with a signed and stored head, and the sealer then waits for more entries', async () => {
    const { id, partition } = await someList();
    const first = await storedEntry(id);
    const second = await storedEntry(id);

    pass(minute);
    await seal();
    expect(await idsIn(partition)).toEqual([]);
    pass(3 * minute);
    await seal();

    const [block] = await listLastBlocks(partition, 0);
    expect(block).toMatchObject({ chain: partition, number: 1, previous: '0'.repeat(64) });
    expect(block?.entries.map(({ ulid, hash }) => [`act_${ulid}`, hash])).toEqual(
      [first, second].map((entry) => [entry.id, hashOfEntry(entry)]),
    );
    const { head = '', signature = '' } = (await getHead(partition, 1)) ?? {};
    expect(head).toContain(`block ${block?.hash}\n`);
    expect(isSignedBy(await signingKey(), head, signature)).toBe(true);
    await catchUp();
    expect((await listUnsealed(Date.now() + 60 * minute, 1000)).map(({ name }) => name)).not.toContain(
      partition,
    );

    const third = await storedEntry(id);
    pass(4 * minute);
    await seal();
    expect(await idsIn(partition)).toEqual([[first.id, second.id], [third.id]]);
    const [next] = await listLastBlocks(partition, 0);
    expect(next).toMatchObject({ number: 2, previous: block?.hash });
  });

  test('are in a later block when the index shows them late', async () => {
    const { id, partition } = await someList();
    const late = await storedEntry(id);
    const place = (await table.everything()).find((item) => item.id === late.id);
    if (!place) throw new Error('it is stored');
    await table.unset(place, 'list_pk');
    const other = await storedEntry(id);
    pass(4 * minute);
    await seal();
    await table.set(place, 'list_pk', partition);
    const third = await storedEntry(id);
    pass(4 * minute);
    await seal();

    expect(await idsIn(partition)).toEqual([[other.id], [late.id, third.id]].map((ids) => ids.sort()));
  });
});

describe('a sealer', () => {
  // Threat: Somebody who may write to the table removes or alters activity entries
  test('running at the same time as another seals each entry once, in one chain', async () => {
    const { id, partition } = await someList();
    const entries = [await storedEntry(id), await storedEntry(id)];
    pass(4 * minute);

    await Promise.all([seal(), seal(), seal()]);

    expect(await idsIn(partition)).toEqual([entries.map((entry) => entry.id)]);
  });

  test('signs the block of a sealer that was killed before it signed', async () => {
    const { id, partition } = await someList();
    await storedEntry(id);
    pass(4 * minute);
    await seal();
    // This is the state after the block was written and the sealer was killed.
    await table.unset({ ...chainKey(partition) }, 'signed_number');
    const [block] = await listLastBlocks(partition, 0);
    await storedEntry(id);
    pass(4 * minute);
    await seal();

    const numbers = await headsOf(partition);
    expect(numbers).toEqual([1, 2]);
    expect(block?.number).toBe(1);
  });
});

// Threat: Sealing is stopped through the waiting list
test('a mark that an attacker moved to the end of time delays sealing by an hour at most, and the run that finds the list fails', async () => {
  const { id, partition } = await someList();
  const first = await storedEntry(id);
  pass(4 * minute);
  await seal();
  const second = await storedEntry(id);
  await hideMark(partition);

  const faults = await sealFor(60);

  expect(await idsIn(partition)).toEqual([[first.id], [second.id]]);
  expect(faults).toEqual(['1 lists had activity that was not marked']);
  expect(await sealFor(60)).toEqual([]);

  const third = await storedEntry(id);
  await table.remove(markKey(partition));
  expect(await sealFor(60)).toEqual(['1 lists had activity that was not marked']);
  expect((await idsIn(partition)).at(-1)).toEqual([third.id]);
});

test('a mark without a time is removed, and a mark with a time in the future stays', async () => {
  const [one, other] = [await someList(), await someList()];
  const { sk } = markKey('');
  const keyOf = ({ partition }: typeof one) => ({ pk: markKey(partition).pk, sk });
  await storedEntry(other.id);
  for (const [name, value] of Object.entries(placeIn(unsealedList, one.partition, 1)))
    await table.set(keyOf(one), name, value);
  await table.set(keyOf(other), 'marked_at_ms', Date.now() + 10_000 * minute);
  pass(4 * minute);
  await seal();
  await catchUp();
  const waiting = async () =>
    (await listUnsealed(Date.now() + 60 * minute, 1000)).map(({ partition }) => partition);

  expect(await waiting()).not.toContain(one.partition);
  expect(await waiting()).toContain(other.partition);
  expect(await idsIn(other.partition)).toHaveLength(1);
});

// Threat: Sealing is stopped by a malformed or large item in one list
test('items in one list that the service did not write do not keep other entries and lists from being sealed, but fail the runs', async () => {
  const [one, other] = [await someList(), await someList()];
  const entry = await storedEntry(one.id);
  const elsewhere = await storedEntry(other.id);
  const stored = (await table.everything()).find((item) => item.id === entry.id);
  if (!stored) throw new Error('it is stored');
  // The service never writes such entries: its ids have no letter u, and each of its entries has a time of expiry.
  const [unnamed, endless] = [`${stored.sk.slice(0, -1)}u`, newUlid()];
  await table.put({ ...stored, sk: unnamed, list_sk: unnamed });
  await table.put({ ...stored, sk: endless, list_sk: endless, expires_at_seconds: 'never' });

  pass(4 * minute);
  await expect(seal()).rejects.toThrow('2 entries cannot be sealed');

  expect(await idsIn(one.partition)).toEqual([[entry.id]]);
  expect(await idsIn(other.partition)).toEqual([[elsewhere.id]]);
  for (const sk of [unnamed, endless]) await table.remove({ ...stored, sk });
});

// Threat: Somebody inserts a false entry that no chain has, or puts it over a true one
test('an entry that is not in the index of a sealed list is not shown in the activity of its document, nor in the list of a person', async () => {
  const path = await uploaded(call);
  const { document_id: id } = path;
  const before = (await call.listDocumentActivity({ path })).body.items;
  const stored = (await table.everything()).find((item) => item.id === before[0]?.id);
  if (!stored) throw new Error('it is stored');
  const placed: typeof stored = { ...stored, type: 'downloaded' };
  const { list_pk: _pk, list_sk: _sk, ...nowhere } = placed;
  const [first, second, third] = [newUlid(), newUlid(), newUlid()];
  await table.put({ ...nowhere, id: `act_${first}`, sk: first, filter_sk: first });
  await table.put({ ...placed, id: `act_${second}`, sk: second, list_pk: 'ACTIVITY#NOWHERE' });
  await table.put({ ...placed, id: `act_${third}`, sk: third, list_sk: stored.sk, list_pk: 'ORG#any' });
  await catchUp();

  expect((await call.listDocumentActivity({ path })).body.items).toEqual(before);
  const query = { actor: before[0]?.actor?.id ?? '' };
  const acts = (await call.listOrganizationActivity({ query })).body.items;
  expect(acts.length).toBeGreaterThan(0);
  expect(acts.filter(({ type }) => type === 'downloaded')).toEqual([]);
  const page = await fetch(`${credentials.base_url}/d/${id}`, {
    headers: { Authorization: `Bearer ${credentials.api_keys.owner}` },
  });
  expect(await page.text()).not.toContain('1 download');
});

// Threat: Somebody inserts a false entry that no chain has, or puts it over a true one
test('an entry does not replace a stored entry', async () => {
  const { id, partition } = await someList();
  const entry = await storedEntry(id);
  const other = { ...entry, type: 'downloaded' };

  await expect(transact([createActivity(other, partition)])).rejects.toThrow(ConflictError);

  expect((await table.everything()).find((item) => item.id === entry.id)).toMatchObject({ type: 'viewed' });
});
