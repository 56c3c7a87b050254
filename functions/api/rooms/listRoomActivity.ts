import { namesInRoom } from '../../../shared/access/roomReaders.ts';
import { listRoomActivity } from '../../../shared/contract/operations/roomAccess.ts';
import { listActivityOfRoom } from '../../../shared/data/activity/roomActivity.ts';
import { besideEntries } from '../../../shared/data/reading/besideEntries.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { rangeIn } from '../../../shared/http/pagination.ts';
import { tabular } from '../../../shared/http/tabular.ts';
import { presentActivity } from '../../../shared/presentation/present.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = tabular(
  listRoomActivity,
  async ({ principal, path, query }) => {
    const { list, range } = rangeIn(query, 'roomActivity', path.room_id);
    await managed(principal)(await getFrame(path.room_id));
    const { items, next } = await listActivityOfRoom(path.room_id, range);
    const beside = await besideEntries(items);
    return list.page(
      items.map((entry) => presentActivity(entry, beside(entry))),
      next,
    );
  },
  namesInRoom,
);
