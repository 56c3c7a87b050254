import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { listRoomAccess } from '../../../shared/contract/operations/roomAccess.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { listAccess } from '../../../shared/data/rooms/listedAccess.ts';
import { listPageWithin } from '../../../shared/data/table/listPages.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentRoomAccess } from '../../../shared/presentation/roomAccess.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(listRoomAccess, async ({ principal, path, query }) => {
  const list = cursors('access to a room', path.room_id);
  const after = list.read(query.cursor);
  const frame = await managed(principal)(await getFrame(path.room_id));
  const access = await listAccess(frame, Date.now());
  const { items, next } = listPageWithin(access, ({ id }) => ulidOf(id), { after, limit: query.limit });
  return list.page(items.map(presentRoomAccess), next);
});
