import { expect, test } from 'vitest';
import { endEntriesOfMember } from '../../../shared/acts/groupEntries.ts';
import { type GroupId, groupId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { groupEntriesMax, groupsMax } from '../../../shared/contract/limits.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { groupsAmong } from '../../../shared/data/groups/groupsOf.ts';
import { groupKey, groupNamesKey } from '../../../shared/data/keys/groups.ts';
import { newUlid } from '../../../shared/data/table/ids.ts';
import { joined, memberIdOf, ownedOrganization, storedMember } from '../../support/people/people.ts';
import { faultSome } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

/** An organization with a group, and calls of its owner. */
async function someGroup() {
  const { id, by } = await ownedOrganization();
  const newGroup = async (name: string) =>
    groupId.parse((await call.createGroup({ ...by, json: { name } })).body.id);
  const group_id = await newGroup('Bidders');
  return {
    id,
    by,
    group_id,
    newGroup,
    add: (json: object, group: GroupId = group_id) =>
      call.createGroupEntry({ ...by, path: { group_id: group }, json }),
    group: async (group: GroupId = group_id) =>
      (await call.getGroup({ ...by, path: { group_id: group } })).body,
    entries: async () => (await call.listGroupEntries({ ...by, path: { group_id } })).body.items,
    remove: async (user: CallerItem) => {
      await stage.catchUp();
      return call.removeMember({ ...by, path: { user_id: memberIdOf(user) } });
    },
    /** Whether a person belongs to the group as a member, and by their address. */
    has: async ({ id: user_id, email }: CallerItem) => {
      const address = email?.toLowerCase();
      const { asMember, byAddress } = await groupsAmong(id, [group_id], { user_id, address });
      return [asMember.has(group_id), byAddress.has(group_id)];
    },
  };
}
/** The items about entries of groups, and about those in them. */
const itemsOf = async (...groups: readonly GroupId[]) =>
  (await table.everything()).filter(
    (item) =>
      !/^(ACTIVITY|EVENT|MARK|CHAIN)#/.test(item.pk) &&
      groups.some((id) => JSON.stringify(item).includes(ulidOf(id))),
  );

test('a person belongs to a group as a member, by their address, and by its domain', async () => {
  const there = await someGroup();
  const member = await storedMember(there.id, 'member');
  const [, domain] = member.email?.split('@') ?? [];

  expect(await there.has(member)).toEqual([false, false]);
  await there.add({ user_id: memberIdOf(member) });
  expect(await there.has(member)).toEqual([true, false]);
  await there.add({ email: member.email });
  expect(await there.has(member)).toEqual([true, true]);
  const { id: entry_id } = (await there.add({ domain })).body;
  const path = { group_id: there.group_id, entry_id: (await there.entries())[1]?.id ?? '' };
  await call.deleteGroupEntry({ ...there.by, path });
  expect(await there.has(member)).toEqual([true, true]);
  await call.deleteGroupEntry({ ...there.by, path: { ...path, entry_id } });
  expect(await there.has(member)).toEqual([true, false]);
  await there.add({ domain: `sub.${domain}` });
  expect(await there.has(member)).toEqual([true, false]);
});

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('a member who leaves is in no group any more, with a record of each, and not on return either', async () => {
  const there = await someGroup();
  const member = await storedMember(there.id, 'member');
  const other = await there.newGroup('Lawyers');
  for (const group of [there.group_id, other]) await there.add({ user_id: memberIdOf(member) }, group);
  await there.add({ email: 'pia@guests.example' });

  expect((await there.remove(member)).status).toBe(200);

  expect((await there.entries()).map(({ email }) => email)).toEqual(['pia@guests.example']);
  expect([(await there.group()).entry_count, (await there.group(other)).entry_count]).toEqual([1, 0]);
  await stage.catchUp();
  const query = { type: 'group.entry_removed' };
  const { items } = (await call.listOrganizationActivity({ ...there.by, query })).body;
  expect(items.map(({ details }) => [details.group_id, details.user_id]).sort()).toEqual(
    [there.group_id, other].map((id) => [id, memberIdOf(member)]),
  );
  await joined(member, there.id, 'member');
  expect(await there.has(member)).toEqual([false, false]);
});

test('what an interrupted removal left counts for nothing, is not listed, and goes with the next chance', async () => {
  const there = await someGroup();
  const member = await storedMember(there.id, 'member');
  await there.add({ user_id: memberIdOf(member) });
  // The first transaction removes the member, the next one their entry.
  faultSome(stage.dynamodb, 'failing', 'TransactWriteItems', { from: 2, count: 100 });
  expect((await there.remove(member)).status).toBe(500);
  stage.dynamodb.mend();

  expect(await there.has(member)).toEqual([false, false]);
  expect(await there.entries()).toEqual([]);
  await joined(member, there.id, 'member');
  expect(await there.has(member)).toEqual([false, false]);
  expect((await there.group()).entry_count).toBe(1);
  // To be added again, the person loses the old entry.
  expect((await there.add({ user_id: memberIdOf(member) })).status).toBe(201);
  expect(await there.has(member)).toEqual([true, false]);
  expect([(await there.group()).entry_count, (await there.entries()).length]).toEqual([1, 1]);
  // Cleaning up again takes nothing from a member.
  await endEntriesOfMember({ organizationId: there.id, userId: member.id, by: null });
  expect(await there.has(member)).toEqual([true, false]);
});

test('a deleted group has nobody at once, and a worker removes its entries, also those of rooms', async () => {
  const there = await someGroup();
  const member = await storedMember(there.id, 'member');
  const other = await there.newGroup('Lawyers');
  for (const json of [{ user_id: memberIdOf(member) }, { email: member.email }, { domain: 'guests.example' }])
    await there.add(json);
  await there.add({ email: member.email }, other);
  const { body: room } = await call.createRoom({ ...there.by, json: { name: 'Bidding' } });
  const inRoom = { ...there.by, path: { room_id: room.id } };
  const ofFolder = await call.createRoomItems({ ...inRoom, json: { kind: 'folder', name: 'Contracts' } });
  const item_id = 'id' in ofFolder.body ? ofFolder.body.id : null;
  for (const group_id of [there.group_id, other])
    for (const where of [{}, { item_id }])
      await call.createRoomAccess({ ...inRoom, json: { group_id, level: 'view', ...where } });
  await stage.catchUp();

  await call.deleteGroup({ ...there.by, path: { group_id: there.group_id } });

  expect(await there.has(member)).toEqual([false, false]);
  await stage.removeDue();
  expect(await itemsOf(there.group_id)).toEqual([]);
  // The group, its entry, the groups of the address, the names, and two access entries.
  expect(await itemsOf(other)).toHaveLength(6);
  const { items } = (await call.listRoomAccess(inRoom)).body;
  expect(items.map(({ group_id }) => group_id)).toEqual([other, other]);
});

test('an organization has at most 1,000 groups', async () => {
  const there = await someGroup();
  const names = Array.from({ length: groupsMax - 1 }, (_, index) => [newUlid(), `hash ${index}`]);
  await table.set({ ...groupNamesKey(there.id) }, 'names', Object.fromEntries(names));

  expect((await call.createGroup({ ...there.by, json: { name: 'The last' } })).status).toBe(201);
  const { status, problem } = await call.createGroup({ ...there.by, json: { name: 'One more' } });

  expect([status, problem?.errors?.map(({ location }) => location)]).toEqual([422, ['body.name']]);
});

test('a full group takes no entry', async () => {
  const there = await someGroup();
  await table.set({ ...groupKey(there.id, there.group_id) }, 'entry_count', groupEntriesMax - 1);

  expect((await there.add({ domain: 'guests.example' })).status).toBe(201);
  const { status, problem } = await there.add({ domain: 'other.example' });

  expect([status, problem?.errors?.map(({ location }) => location)]).toEqual([422, ['body']]);
  expect((await there.add({ domain: 'guests.example' })).status).toBe(200);
});
