import type { RoomId } from '../../contract/identifiers.ts';
import { readerIn } from '../../data/groups/groupsOf.ts';
import { getFrame } from '../../data/rooms/frame.ts';
import { treeOf } from '../../data/rooms/tree.ts';
import { noOrganizationId, noUserId } from '../../data/table/ids.ts';
import { mayEnter } from './entrant.ts';
import { grantedDocuments } from './granted.ts';
import { entriesFor } from './reader.ts';

/**
 * Returns whether a room is open to somebody without an account who has just proven an address, at `now` (epoch milliseconds). It need not
 * be open now, and the gate is not asked. False for a room that is missing. `address`: normalized
 */
export async function isInvited(roomId: RoomId, address: string, now: number): Promise<boolean> {
  const frame = await getFrame(roomId);
  const here = await readerIn(frame?.room.organization_id ?? noOrganizationId, {
    user_id: noUserId,
    address,
  });
  if (!frame || !here.isThere) return false;
  const { byAddress } = await here.among(frame.access.flatMap(({ group_id }) => group_id ?? []));
  const reader = { groups: byAddress, address, leftAt: here.leftAt, isMember: false };
  const entries = entriesFor(frame.access, reader, now);
  const tree = treeOf(frame.folders);
  return mayEnter({ frame, tree, entries, granted: () => grantedDocuments(frame, tree, entries) });
}
