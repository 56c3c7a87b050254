import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RoomItemId } from '../../../shared/contract/identifiers.ts';
import type { RoomItem } from '../../../shared/contract/resources/room.ts';
import {
  actsHere,
  type Item,
  type RandomRoom,
  randomRoom,
  type Visitor,
  visitors,
} from '../../support/rooms/randomRoom.ts';
import type { RoomRecords } from '../../support/rooms/records.ts';
import { type Headers, type StoredCast, storeCast, storeRoom } from '../../support/rooms/storedRandomRoom.ts';
import {
  type AtTheDoor,
  atTheDoor,
  type Reader,
  readerInGroup,
  readerOf,
  type Sight,
  whatTheySee,
} from '../../support/rooms/whatTheySee.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { itemsOf, walk } from '../../support/walk.ts';

const { call, catchUp, open } = await sharedStage();

/** Each run draws other rooms. With ROOM_SEED, it draws those of an earlier run. ROOMS says how many organizations it draws. */
const seed = Number(process.env.ROOM_SEED ?? randomInt(2 ** 30));
const organizations = Number(process.env.ROOMS ?? 1);
const roomsOfOrganization = 3;

interface Stored {
  readonly room: RandomRoom;
  readonly records: RoomRecords;
}

const [, owner] = visitors;
const statuses = {
  managed: 200,
  open: 200,
  closed: 403,
  refused: 403,
  'not proven': 403,
  missing: 404,
} as const;

type ListQuery = Readonly<Record<string, string>>;

/** Lists all pages. Only the last one may be short. */
async function listed(
  { records }: Stored,
  headers: Headers,
  query: ListQuery,
  limit = 100,
): Promise<RoomItem[]> {
  const path = { room_id: records.frame.room.id };
  const pages = await walk((page) => call.listRoomItems({ headers, path, query: page }), {
    ...query,
    limit: `${limit}`,
  });
  for (const { items } of pages.slice(0, -1)) expect(items).toHaveLength(limit);
  return itemsOf(pages);
}

const sightOf =
  ({ records: { nameOf } }: Stored) =>
  ({ parent_id, name, number, access }: RoomItem): Sight => ({
    name,
    parent: parent_id && nameOf(parent_id),
    number,
    access,
  });

function allItems(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(item.kind === 'folder' ? allItems(item.items) : [])]);
}

/** Compares the tree that somebody sees with the reference. Returns its items. */
async function compareTree(
  stored: Stored,
  headers: Headers,
  reader: Reader | 'manager',
): Promise<readonly RoomItem[]> {
  const expected = whatTheySee(stored.room, reader);
  const found = await listed(stored, headers, { recursive: 'true' });
  expect(found.map(sightOf(stored))).toEqual(expected);
  expect(await onPage(stored, headers)).toEqual(expected.map(({ number, name }) => `${number} ${name}`));
  return found;
}

/** Returns the numbers and names of the items on the page of a room. */
async function onPage({ records }: Stored, headers: Headers): Promise<string[]> {
  const { status, text } = await open(`/r/${records.frame.room.id}`, headers);
  expect(status).toBe(200);
  const labels = text.matchAll(/<span class="number">([\d.]+)<\/span> <bdi[^>]*>([^<]*)<\/bdi>/g);
  return [...labels].map(([, number, name]) => `${number} ${name}`);
}

/** Compares the items of a tree with those of its folders, of small pages, and of each item by itself. */
async function compareParts(stored: Stored, headers: Headers, found: readonly RoomItem[]): Promise<void> {
  expect(await listed(stored, headers, { recursive: 'true' }, 3)).toEqual(found);
  const folders = found.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
  for (const parent_id of [undefined, ...folders]) {
    const within = await listed(stored, headers, parent_id ? { parent_id } : {}, 3);
    expect(within).toEqual(found.filter((item) => item.parent_id === (parent_id ?? null)));
  }
  for (const { id, number } of found.filter(({ kind }) => kind === 'folder')) {
    const below = await listed(stored, headers, { parent_id: id, recursive: 'true' });
    expect(below).toEqual(found.filter((item) => item.number.startsWith(`${number}.`)));
  }
  for (const item of allItems([...stored.room.items, ...stored.room.remains])) {
    const item_id = stored.records.idOf(item);
    const path = { room_id: stored.records.frame.room.id, item_id };
    const answer = await call.getRoomItem({ headers, path });
    const same = found.find(({ id }) => id === item_id);
    expect(answer.status, item.name).toBe(same ? 200 : 404);
    if (same) expect(answer.body).toEqual(same);
    else await hasNothingBelow(stored, headers, item_id);
  }
}

async function hasNothingBelow(stored: Stored, headers: Headers, parent_id: RoomItemId): Promise<void> {
  const path = { room_id: stored.records.frame.room.id };
  const { status, error } = await call.listRoomItems({ headers, path, query: { parent_id } });
  expect({ status, param: error?.param }).toEqual({ status: 404, param: 'parent_id' });
}

async function comparePreviews(stored: Stored, cast: StoredCast): Promise<void> {
  const headers = cast.headersOf(owner);
  const preview = async (as: ListQuery, reader: Reader) => {
    const found = await listed(stored, headers, { ...as, recursive: 'true' });
    expect(found.map(sightOf(stored)), JSON.stringify(as)).toEqual(whatTheySee(stored.room, reader));
  };
  for (const group of stored.room.groups) {
    const as_group = cast.idOfGroup(group);
    if (!group.isDeleted) await preview({ as_group }, readerInGroup(group));
  }
  for (const visitor of visitors)
    if (visitor.isPerson) await preview({ as_email: cast.addressOf(visitor) }, readerOf(visitor, true));
}

async function compareRoom(stored: Stored, headers: Headers, door: AtTheDoor): Promise<void> {
  const path = { room_id: stored.records.frame.room.id };
  const answer = await call.getRoom({ headers, path });
  expect(answer.status).toBe(statuses[door]);
  const { frame } = stored.records;
  if (door === 'managed' || door === 'open')
    expect(answer.body).toMatchObject({
      description: frame.room.description,
      item_count: door === 'managed' ? whatTheySee(stored.room, 'manager').length : null,
    });
  else {
    const refused = await call.listRoomItems({ headers, path });
    expect([refused.status, refused.error]).toEqual([answer.status, answer.error]);
  }
}

/** Compares the rooms in the lists of a visitor with those that they may enter. */
async function compareLists(all: readonly Stored[], visitor: Visitor, headers: Headers): Promise<void> {
  const expected = all
    .map(({ room, records }) => ({ id: records.frame.room.id, door: atTheDoor(room, visitor) }))
    .filter(({ door }) => door !== 'missing' && door !== 'not proven')
    .map(({ id, door }) => ({ id, isShut: door === 'closed' || door === 'refused' }))
    .toReversed();
  for (const shared_with_me of ['true', 'false']) {
    const query = { shared_with_me, limit: '2' };
    const ask = (page: ListQuery) => call.listRooms({ headers, query: page });
    const mayBeRefused = shared_with_me === 'true' && visitor.isPerson && !visitor.isProven;
    const isRefused = mayBeRefused && (await ask(query)).status === 403;
    const found = (isRefused ? [] : itemsOf(await walk(ask, query))).map(({ id, description }) => ({
      id,
      isShut: description === null,
    }));
    expect(found, `shared_with_me=${shared_with_me}`).toEqual(
      actsHere(visitor) === (shared_with_me === 'false') ? expected : [],
    );
  }
}

test.for(Array.from({ length: organizations }, (_, index) => seed + index * roomsOfOrganization))(
  'readers see of rooms what the reference says: ROOM_SEED=%i',
  async (first) => {
    const cast = await storeCast(call);
    const all: Stored[] = [];
    for (let index = 0; index < roomsOfOrganization; index += 1) {
      const room = randomRoom(first + index);
      all.push({ room, records: await storeRoom(call, room, cast, Date.now() + 1) });
    }
    await catchUp();
    for (const [place, visitor] of visitors.entries()) {
      const headers = cast.headersOf(visitor);
      for (const stored of all) {
        const door = atTheDoor(stored.room, visitor);
        await compareRoom(stored, headers, door);
        if (door !== 'managed' && door !== 'open') continue;
        const found = await compareTree(stored, headers, door === 'managed' ? 'manager' : readerOf(visitor));
        // The parts follow from the tree, so each visitor looks at those of a few rooms.
        if ((stored.room.seed + place) % 4 === 0) await compareParts(stored, headers, found);
      }
      await compareLists(all, visitor, headers);
    }
    for (const stored of all) await comparePreviews(stored, cast);
  },
);
