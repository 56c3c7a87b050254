import { matrixOf, withNames } from '../../../shared/access/roomReaders.ts';
import { listRoomReaders } from '../../../shared/contract/operations/roomAccess.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { listReadersOfRoom } from '../../../shared/data/rooms/readers.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { tabular } from '../../../shared/http/tabular.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = tabular(
  listRoomReaders,
  async ({ principal, path, query: { limit, cursor } }) => {
    const list = cursors('room_readers', path.room_id);
    const range = { limit, after: list.read(cursor) };
    const frame = await managed(principal)(await getFrame(path.room_id));
    const { items, next } = await listReadersOfRoom(path.room_id, range);
    return list.page(await withNames(frame, items), next);
  },
  async (items, principal, path) => matrixOf(await managed(principal)(await getFrame(path.room_id)), items),
);
