import { listRooms } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentClosedRoom, presentRoom, presentRoomToReader } from '../../../shared/presentation/rooms.ts';
import { listOwnRooms, listRoomsElsewhere } from '../../../shared/reading/rooms/lists.ts';

const presented = { manager: presentRoom, reader: presentRoomToReader, shut: presentClosedRoom } as const;

export const handler = operation(listRooms, async ({ principal, query }) => {
  const isElsewhere = query.shared_with_me === 'true';
  const { organization_id, user } = principal;
  const list = cursors(isElsewhere ? 'rooms elsewhere' : 'rooms', organization_id, user.id);
  const asked = { after: list.read(query.cursor), limit: query.limit, now: Date.now() };
  const { items, next } = await (isElsewhere ? listRoomsElsewhere : listOwnRooms)(principal, asked);
  return list.page(
    items.map(({ room, as }) => presented[as](room)),
    next,
  );
});
