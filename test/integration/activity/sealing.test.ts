import { afterAll, describe, expect, test, vi } from 'vitest';
import { hashOfEntry } from '../../../shared/audit/canonical.ts';
import { isSignedBy, signingKey } from '../../../shared/audit/signature.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { createActivity, newActivity } from '../../../shared/data/activity.ts';
import { listLastBlocks, listUnsealed, markChain } from '../../../shared/data/chains.ts';
import { transact } from '../../../shared/data/commit.ts';
import { activityList, chainKey } from '../../../shared/data/keys.ts';
import { getHead, listHeads } from '../../../shared/files/auditHeads.ts';
import { storedOrganization } from '../../support/people.ts';
import { ownStage } from '../../support/stage.ts';

const { catchUp, invoke, table } = await ownStage();

// Identifiers never go back, so neither does the clock.
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

/** Does what whoever records an entry does. */
async function record(organization_id: OrganizationId, type = 'viewed') {
  const partition = activityList.organization(organization_id);
  const entry = newActivity({
    type,
    organization_id,
    document_id: null,
    version_id: null,
    policy_id: null,
    details: { file: 'attachment' },
    actor: null,
    staff: false,
    credential: null,
    address: '192.0.2.0',
  });
  await Promise.all([markChain(partition), transact([createActivity(entry, partition)])]);
  return entry;
}

async function headsOf(partition: string): Promise<number[]> {
  const numbers: number[] = [];
  for await (const some of listHeads(partition, 1)) numbers.push(...some);
  return numbers;
}

const idsIn = async (partition: string) =>
  (await listLastBlocks(partition, Number.POSITIVE_INFINITY))
    .toReversed()
    .map(({ entries }) => entries.map(({ ulid }) => `act_${ulid}`));

describe('what is new in a list', () => {
  test('is sealed minutes later, and its head signed and kept; then nothing is done until there is more', async () => {
    const { id, partition } = await someList();
    const first = await record(id);
    const second = await record(id);

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

    const third = await record(id);
    pass(4 * minute);
    await seal();
    expect(await idsIn(partition)).toEqual([[first.id, second.id], [third.id]]);
    const [next] = await listLastBlocks(partition, 0);
    expect(next).toMatchObject({ number: 2, previous: block?.hash });
  });

  test('that the index shows late is in a later block', async () => {
    const { id, partition } = await someList();
    const late = await record(id);
    const place = (await table.everything()).find((item) => item.id === late.id);
    if (!place) throw new Error('it is stored');
    await table.unset(place, 'list_pk');
    const other = await record(id);
    pass(4 * minute);
    await seal();
    await table.set(place, 'list_pk', partition);
    const third = await record(id);
    pass(4 * minute);
    await seal();

    expect(await idsIn(partition)).toEqual([[other.id], [late.id, third.id]].map((ids) => ids.sort()));
  });
});

describe('a sealer', () => {
  test('of two at once has each entry sealed once, in one chain', async () => {
    const { id, partition } = await someList();
    const entries = [await record(id), await record(id)];
    pass(4 * minute);

    await Promise.all([seal(), seal(), seal()]);

    expect(await idsIn(partition)).toEqual([entries.map((entry) => entry.id)]);
  });

  test('that was killed before it signed has the next one sign', async () => {
    const { id, partition } = await someList();
    await record(id);
    pass(4 * minute);
    await seal();
    // As it is when the block is written and nothing else was done.
    await table.unset({ ...chainKey(partition) }, 'signed_number');
    const [block] = await listLastBlocks(partition, 0);
    await record(id);
    pass(4 * minute);
    await seal();

    const numbers = await headsOf(partition);
    expect(numbers).toEqual([1, 2]);
    expect(block?.number).toBe(1);
  });

  test('writes a block for each thousand entries', { timeout: 60_000 }, async () => {
    const { id, partition } = await someList();
    for (let count = 0; count < 26; count++) await Promise.all(Array.from({ length: 40 }, () => record(id)));
    pass(4 * minute);
    await seal();

    expect((await idsIn(partition)).map(({ length }) => length)).toEqual([1000, 40]);
    expect(await headsOf(partition)).toEqual([2]);
  });
});
