import type { ActorId, OrganizationId, RoomId, Ulid } from '../../contract/identifiers.ts';
import { type AccessSubject, roomList } from '../keys/rooms.ts';
import {
  type ListPage,
  type ListRange,
  type MergedList,
  merged,
  readListPage,
  readLists,
} from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { listIndex } from '../table/table.ts';
import { type RoomRecord, roomRecord } from './rooms.ts';

const inList = (partition: string): MergedList => ({ index: listIndex, partition });

/** Lists a page of the rooms of an organization, newest first. */
export const listRoomPage = (
  organizationId: OrganizationId,
  range: ListRange,
): Promise<ListPage<RoomRecord>> =>
  readListPage([inList(roomList.ofOrganization(organizationId))], range, (item) =>
    parseItem(roomRecord, item),
  );

/** Where a person's rooms can be found: by the access entries for them, and among the rooms that they made. */
export interface RoomsOf {
  readonly subjects: readonly { readonly organization_id: OrganizationId; readonly subject: AccessSubject }[];
  /** Null: rooms that they made are of no interest. */
  readonly made: { readonly organization_id: OrganizationId; readonly by: ActorId } | null;
}

/** Rooms, newest first. `end`: the place up to which the lists were read; undefined: to their ends */
export interface FoundRooms {
  readonly ids: readonly RoomId[];
  readonly end: Ulid | undefined;
}

/** The entries of one list that a request reads. A room has several entries for one subject, if they are for several items. */
const entriesRead = 100;

/**
 * Finds the newest rooms of a person, after a place. The lists are eventually consistent and have entries that have ended: whether the
 * person may enter is for the caller to decide.
 */
export async function findRooms(
  { subjects, made }: RoomsOf,
  after: Ulid | undefined,
  limit: number,
): Promise<FoundRooms> {
  const range = { after, limit };
  const partitions = subjects.map(({ organization_id, subject }) =>
    inList(roomList.access(organization_id, subject)),
  );
  const [entered, own] = await Promise.all([
    readLists(partitions, range, entriesRead),
    made ? readLists([inList(roomList.ofOrganization(made.organization_id))], range) : undefined,
  ]);
  const byThem = own?.items.filter(({ item }) => parseItem(roomRecord, item).created_by.id === made?.by);
  const { items, end } = merged([entered, ...(own ? [{ items: byThem ?? [], end: own.end }] : [])]);
  return { ids: items.map(({ position }): RoomId => `room_${position}`), end };
}
