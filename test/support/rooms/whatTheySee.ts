/**
 * Says what a visitor sees of a room, in the words of the documentation: slowly, and without any code of the service. The service must
 * agree with it.
 */
import type { AccessLevelInRoom, ItemAccess } from '../../../shared/contract/resources/room.ts';
import {
  type Entry,
  type GatePolicy,
  type Group,
  type Item,
  isManager,
  nameOfSubject,
  type RandomRoom,
  type Subject,
  type Visitor,
} from './randomRoom.ts';

export interface Sight {
  readonly name: string;
  readonly parent: string | null;
  readonly number: string;
  readonly access: ItemAccess;
}

/** The answer to a visitor at the door. */
export type AtTheDoor = 'managed' | 'open' | 'missing' | 'not proven' | 'closed' | 'refused';

/** A reader: a visitor, or whom a manager asks to see the room as. */
export interface Reader {
  readonly fits: (subject: Subject) => boolean;
  /** Whether entries by address that were made before they left the organization have ended. */
  readonly hasLeft: boolean;
}

const isMemberOf = ({ role, isPerson }: Visitor): boolean => isPerson && role !== null && role !== 'left';

export const isIn = (group: Group, visitor: Visitor, hasProof: boolean): boolean =>
  !group.isDeleted &&
  ((isMemberOf(visitor) && group.members.includes(visitor)) ||
    (hasProof && (group.addresses.includes(visitor) || group.domains.includes(visitor.domain))));

export const readerOf = (visitor: Visitor, hasProof = visitor.isProven): Reader => ({
  hasLeft: visitor.role === 'left',
  fits: (subject) => {
    if (subject === 'members') return isMemberOf(visitor);
    return 'group' in subject
      ? isIn(subject.group, visitor, hasProof)
      : hasProof && subject.address === visitor;
  },
});

export const readerInGroup = (group: Group): Reader => ({
  hasLeft: false,
  fits: (subject) => subject !== 'members' && 'group' in subject && subject.group === group,
});

export function atTheDoor(room: RandomRoom, visitor: Visitor): AtTheDoor {
  if (isManager(visitor)) return 'managed';
  if (visitor.isBoundElsewhere) return 'missing';
  if (!mayEnter(room, readerOf(visitor)))
    return visitor.isPerson && !visitor.isProven && mayEnter(room, readerOf(visitor, true))
      ? 'not proven'
      : 'missing';
  if (room.state === 'closed' || room.closes === 'before' || room.opens === 'later') return 'closed';
  return room.gate.every((policy) => letsIn(policy, visitor)) ? 'open' : 'refused';
}

export const letsIn = ({ allowed, acceptedBy, ends }: GatePolicy, visitor: Visitor): boolean =>
  (!allowed ||
    allowed.groups.some((group) => isIn(group, visitor, visitor.isProven)) ||
    (visitor.isProven && allowed.addresses.includes(visitor))) &&
  (!acceptedBy || acceptedBy.includes(visitor)) &&
  ends !== 'before';

const mayEnter = (room: RandomRoom, reader: Reader): boolean =>
  room.entries.some((entry) => {
    const isThere = entry.item === null || pathsIn(room.items).some((path) => path.at(-1) === entry.item);
    return isThere && entry.level !== 'none' && counts(entry, reader);
  });

const counts = ({ subject, hasEnded, isOfEarlierItem, isBeforeLeaving }: Entry, reader: Reader): boolean =>
  reader.fits(subject) &&
  !hasEnded &&
  !isOfEarlierItem &&
  !(reader.hasLeft && isBeforeLeaving && subject !== 'members' && 'address' in subject);

/** The items from the top down to one, for each item that stands in the room, in their order. */
function pathsIn(items: readonly Item[], above: readonly Item[] = []): (readonly Item[])[] {
  return items
    .filter(({ isStaged }) => !isStaged)
    .flatMap((item) => {
      const path = [...above, item];
      return [path, ...(item.kind === 'folder' ? pathsIn(item.items, path) : [])];
    });
}

/** The level of the item at the end of a path. */
function levelAt(room: RandomRoom, path: readonly Item[], reader: Reader): AccessLevelInRoom {
  const subjects = new Set(room.entries.map(({ subject }) => nameOfSubject(subject)));
  const levels = [...subjects].map((name) => {
    const own = room.entries.filter(
      (entry) => nameOfSubject(entry.subject) === name && counts(entry, reader),
    );
    const upwards = [...path.toReversed(), null];
    const nearest = upwards.flatMap((item) => own.find((entry) => entry.item === item) ?? [])[0];
    return nearest?.level ?? 'none';
  });
  return (['download', 'view'] as const).find((level) => levels.includes(level)) ?? 'none';
}

const isHidden = (item: Item): boolean =>
  item.state === 'draft' ||
  item.opens === 'later' ||
  (item.kind === 'document' &&
    (item.content !== 'ready' || (item.privateOf !== null && item.privateOf.role === 'left')));

const isDeleted = (item: Item): boolean => item.kind === 'document' && item.content === 'deleted';

/** What somebody sees of the item at the end of a path; undefined: nothing. */
function accessTo(
  room: RandomRoom,
  path: readonly Item[],
  reader: Reader | 'manager',
): ItemAccess | undefined {
  const item = path.at(-1);
  if (!item || (reader === 'manager' && isDeleted(item))) return undefined;
  if (reader === 'manager') return 'manage';
  if (path.some(isHidden)) return undefined;
  const level = levelAt(room, path, reader);
  if (level !== 'none') return level;
  const isOnTheWay = pathsIn(room.items).some(
    (longer) =>
      longer.length > path.length &&
      longer[path.length - 1] === item &&
      !longer.some(isHidden) &&
      levelAt(room, longer, reader) !== 'none',
  );
  return isOnTheWay ? 'view' : undefined;
}

/** All items that somebody sees, depth first. */
export function whatTheySee(
  room: RandomRoom,
  reader: Reader | 'manager',
  within: readonly Item[] = room.items,
  above: { readonly path: readonly Item[]; readonly number: string } = { path: [], number: '' },
): Sight[] {
  const standing = within.filter(({ isStaged }) => !isStaged);
  const visible = standing.filter((item) => accessTo(room, [...above.path, item], reader) !== undefined);
  return visible.flatMap((item) => {
    const path = [...above.path, item];
    const place = (room.numbering === 'shared' ? standing : visible).indexOf(item) + 1;
    const number = above.number === '' ? `${place}` : `${above.number}.${place}`;
    const access = accessTo(room, path, reader) as ItemAccess;
    const own: Sight = { name: item.name, parent: above.path.at(-1)?.name ?? null, number, access };
    return [own, ...(item.kind === 'folder' ? whatTheySee(room, reader, item.items, { path, number }) : [])];
  });
}
