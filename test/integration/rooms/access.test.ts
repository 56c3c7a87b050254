import { expect, test } from 'vitest';
import type { RoomId } from '../../../shared/contract/identifiers.ts';
import { roomAccessMax } from '../../../shared/contract/limits.ts';
import { type AccessRecord, createAccess } from '../../../shared/data/rooms/access.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { memberIdOf, ownedOrganization, storedMember } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const stage = await sharedStage();
const { call } = stage;

/** A room of an owner, and calls about access to it. */
async function newRoom() {
  const { id: organization_id, by: as } = await ownedOrganization();
  const { body: room } = await call.createRoom({ ...as, json: { name: 'Bidding' } });
  const path = { room_id: room.id };
  return {
    organization_id,
    room,
    as,
    grant: (email: string) =>
      call.createRoomAccess({ ...as, path, json: { email, level: 'view', send_mail: false } }),
    listed: async () => (await call.listRoomAccess({ ...as, path, query: { limit: '100' } })).body.items,
    update: (access_id: string, json: object) =>
      call.updateRoomAccess({ ...as, path: { ...path, access_id }, json }),
  };
}

/** The writes of a transaction (Amazon DynamoDB, "TransactWriteItems"). */
const atOnce = 100;

async function storeAccess(
  { organization_id, room }: Awaited<ReturnType<typeof newRoom>>,
  emails: readonly string[],
): Promise<void> {
  const entryFor = (email: string): AccessRecord => ({
    id: newId('rac'),
    room_id: room.id as RoomId,
    organization_id: organization_id,
    item_id: null,
    email,
    level: 'view',
    expires_at: '2020-01-01T00:00:00.000Z',
    created_by: room.created_by,
    revision: 1,
  });
  for (let start = 0; start < emails.length; start += atOnce)
    await transact(
      emails.slice(start, start + atOnce).map((email) => createAccess(entryFor(email), undefined)),
    );
}

test(`a room has at most ${roomAccessMax} access entries, and each that has ended can be replaced`, async () => {
  const there = await newRoom();
  const addresses = Array.from({ length: roomAccessMax - 1 }, (_, index) => `guest${index}@guests.example`);
  await storeAccess(there, addresses);

  expect((await there.grant('last@guests.example')).status).toBe(201);
  const refused = await there.grant('beyond@guests.example');
  expect(refused).toMatchObject({ status: 403, error: { code: 'quota_exceeded', param: null } });
  expect((await there.grant('guest7@guests.example')).status).toBe(201);
});

test('leaving the organization ends the entries for an address, also for good', async () => {
  const there = await newRoom();
  const member = await storedMember(there.organization_id, 'member');
  const email = member.email?.toLowerCase() ?? '';
  const { body: made } = await there.grant(email);
  const { body: other } = await there.grant('pia@guests.example');
  await stage.catchUp();

  await call.removeMember({ ...there.as, path: { user_id: memberIdOf(member) } });

  const [kept, ended] = await there.listed();
  expect([kept, ended]).toEqual([other, { ...made, expires_at: expect.any(String) }]);
  expect(Date.parse(ended?.expires_at ?? '')).toBeLessThanOrEqual(Date.now());
  expect(await there.update(made.id, { expires_at: null })).toMatchObject({
    status: 400,
    error: { code: 'invalid_value', param: 'expires_at' },
  });
  const again = await there.grant(email);
  expect(again).toMatchObject({ status: 201, body: { expires_at: null } });
  expect(await there.listed()).toEqual([again.body, other]);
});
