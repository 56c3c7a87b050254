import { listRoomPolicies } from '../../../shared/contract/operations/roomAccess.ts';
import { withPolicyNames } from '../../../shared/data/policies/currentNames.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { positionAtGate } from '../../../shared/data/rooms/gate.ts';
import { listPageWithin } from '../../../shared/data/table/listPages.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentRoomPolicy } from '../../../shared/presentation/roomAccess.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(listRoomPolicies, async ({ principal, path, query }) => {
  const list = cursors('policies of a room', path.room_id);
  const after = list.read(query.cursor);
  const { room, gate } = await managed(principal)(await getFrame(path.room_id));
  const { items, next } = listPageWithin(gate, positionAtGate, { after, limit: query.limit });
  return list.page((await withPolicyNames(room, items)).map(presentRoomPolicy), next);
});
