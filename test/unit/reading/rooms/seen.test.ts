import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ActorId } from '../../../../shared/contract/identifiers.ts';
import { inOrder, treeOf } from '../../../../shared/data/rooms/tree.ts';
import { isStanding } from '../../../../shared/reading/rooms/granted.ts';
import { entriesFor, type RoomReader } from '../../../../shared/reading/rooms/reader.ts';
import { seenIn, type Viewer } from '../../../../shared/reading/rooms/seen.ts';
import { itemsBelow } from '../../../../shared/reading/rooms/walk.ts';
import {
  type Group,
  isManager,
  type RandomRoom,
  randomRoom,
  type Visitor,
  visitors,
} from '../../../support/rooms/randomRoom.ts';
import {
  type Cast,
  leftAtOf,
  type RoomRecords,
  recordsOf,
  unstoredCast,
} from '../../../support/rooms/records.ts';
import {
  type Reader,
  readerInGroup,
  readerOf,
  type Sight,
  whatTheySee,
} from '../../../support/rooms/whatTheySee.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
/** Each run draws other rooms. With ROOM_SEED, it draws those of an earlier run. */
const seed = Number(process.env.ROOM_SEED ?? randomInt(2 ** 30));
const roomsDrawn = 200;

/** Returns what the service says that a viewer sees. */
function seenBy(
  viewer: Viewer,
  { frame, placed, nameOf }: RoomRecords,
  members: ReadonlySet<ActorId>,
): Sight[] {
  const tree = treeOf(frame.folders.filter((folder) => isStanding(folder, frame)));
  const standing = placed.filter((document) => isStanding(document, frame));
  const own = new Set(
    viewer.kind === 'reader' ? viewer.entries.flatMap(({ item_added }) => item_added ?? []) : [],
  );
  const seen = seenIn({
    tree,
    viewer,
    now,
    numbering: frame.room.numbering,
    granted: standing.filter(({ added }) => own.has(added)),
    isMember: (id) => members.has(id),
  });
  const byFolder = Map.groupBy(standing.toSorted(inOrder), ({ parent_id }) => parent_id);
  const walk = {
    seen,
    documentsIn: (id: string | null) => byFolder.get(id as never) ?? [],
    isRecursive: true,
  };
  return [...itemsBelow(walk, { id: null, number: '' })].flatMap((item) =>
    item.kind === 'unread'
      ? []
      : [
          {
            name: nameOf(item.id),
            parent: item.parent_id && nameOf(item.parent_id),
            number: item.number,
            access: item.access,
          },
        ],
  );
}

const groupsOf = (room: RandomRoom, reader: Reader, cast: Cast): RoomReader['groups'] =>
  new Set(room.groups.filter((group) => reader.fits({ group })).map(cast.idOfGroup));

const factsOf = (room: RandomRoom, visitor: Visitor, cast: Cast): RoomReader => ({
  groups: groupsOf(room, readerOf(visitor), cast),
  address: visitor.isPerson && visitor.isProven ? cast.addressOf(visitor) : undefined,
  leftAt: visitor.role === 'left' ? new Date(leftAtOf(now)).toISOString() : undefined,
  isMember: readerOf(visitor).fits('members'),
});

test(`what ${roomsDrawn * visitors.length} readers see of rooms at random is what the reference says`, () => {
  const cast = unstoredCast();
  const members = new Set(visitors.filter(({ role }) => role && role !== 'left').map(cast.idOf));
  const shown = { items: 0, somebody: 0 };
  for (let index = 0; index < roomsDrawn; index += 1) {
    const room = randomRoom(seed + index);
    const records = recordsOf(room, cast, now);
    const readers: [name: string, Reader | 'manager', RoomReader | 'manager'][] = [
      ...visitors.map((visitor) =>
        isManager(visitor)
          ? ([visitor.name, 'manager', 'manager'] as [string, 'manager', 'manager'])
          : ([visitor.name, readerOf(visitor), factsOf(room, visitor, cast)] as [string, Reader, RoomReader]),
      ),
      ...room.groups.map((group: Group): [string, Reader, RoomReader] => [
        group.name,
        readerInGroup(group),
        { groups: new Set([cast.idOfGroup(group)]), address: undefined, leftAt: undefined, isMember: false },
      ]),
    ];
    for (const [name, reader, facts] of readers) {
      const viewer: Viewer =
        facts === 'manager'
          ? { kind: 'manager' }
          : { kind: 'reader', entries: entriesFor(records.frame.access, facts, now) };
      const expected = whatTheySee(room, reader);
      expect(seenBy(viewer, records, members), `${name} in the room of ROOM_SEED=${room.seed}`).toEqual(
        expected,
      );
      shown.items += expected.length;
      shown.somebody += reader !== 'manager' && expected.length > 0 ? 1 : 0;
    }
  }
  // The rooms are worth a test: many readers see a part of them.
  expect(shown.somebody).toBeGreaterThan(roomsDrawn);
});
