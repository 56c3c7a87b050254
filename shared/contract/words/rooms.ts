import { roomId, roomItemId } from '../identifiers.ts';
import {
  addedItemsMax,
  folderItemsMax,
  roomFoldersMax,
  roomItemsMax,
  roomLevelsMax,
  roomsMax,
} from '../limits.ts';
import type * as contracts from '../operations/rooms.ts';
import {
  addedItems,
  itemAccess,
  itemOfRoom,
  itemsOfRoom,
  numbering,
  room,
  roomItem,
  roomItemKind,
  roomItemState,
  roomState,
} from '../resources/room.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('Room', room, {
  description: 'Many documents in folders, behind one address.',
  fields: {
    id: 'The room.',
    service_url: 'The address of its page.',
    name: 'Its name.',
    description: 'What it is for; null also while a reader may not see the room.',
    numbering: 'How its items are numbered.',
    state: 'Whether readers may enter.',
    opens_at: 'Readers may enter from this time on; null: from the beginning.',
    closes_at: 'Readers may enter until this time; null: without end.',
    item_count: 'The number of folders and documents; null unless you manage the room.',
    created_at: 'When it was made.',
    created_by: 'Who made it. Readers get the id as name.',
  },
});
named('RoomNumbering', numbering, {
  description:
    '`personal`: each reader counts the items that they see, so nothing shows what is hidden. `shared`: the numbers are the same for all ' +
    'readers, so gaps show that something is hidden.',
});
named('RoomState', roomState, { description: 'Whether readers may enter a room.' });
named('RoomItem', roomItem, {
  description: 'A folder or a document in a room.',
  fields: {
    id: 'The item.',
    kind: 'Which of the two.',
    parent_id: 'The folder that it is in; null: it is at the top.',
    number: 'Its number, such as `2.1`.',
    name: 'Its name; for a document, the title.',
    document_id: 'The document; null for a folder.',
    state: 'Whether readers see it. They get `open`.',
    opens_at: 'Readers see it from this time on. They get null.',
    access: 'What you may do with it.',
    created_at: 'When it was added.',
  },
});
named('RoomItemKind', roomItemKind, { description: 'A folder or a document.' });
named('RoomItemState', roomItemState, {
  description: 'A draft is shown to managers of the room only, with everything below it.',
});
named('RoomItemAccess', itemAccess, {
  description:
    '`view`: you see the pages. `download`: you get the file, where the document’s own rules give one. `manage`: you manage the room.',
});
named('AddedRoomItems', addedItems, {
  description: 'The items that a request added.',
  fields: { items: 'The items, in the order of the request.' },
});
named('ItemsOfRoom', itemsOfRoom, {
  description: 'Items that were added to a room.',
  fields: { room_id: 'The room.', items: 'The items, as managers of the room see them.' },
});
named('ItemOfRoom', itemOfRoom, {
  description: 'An item of a room.',
  fields: { room_id: 'The room.', item: 'The item, as managers of the room see it.' },
});
namedId('RoomId', roomId, 'a room', 'room_01km2b1d3f5h7j9m2p4r6t8w0y');
namedId('RoomItemId', roomItemId, 'an item of a room', 'itm_01km2b4s6v8x0z2c4e6g8j1m3p');

const created = eventExamples['room.created'].data;
const { item: folder } = eventExamples['room.item_removed'].data;
const { item: hidden } = eventExamples['room.item_updated'].data;
const manages = 'For the creator of the room, and for owners and admins.';

export const words: WordsOf<typeof contracts> = {
  listRooms: {
    description:
      'Closed rooms, and rooms whose gate refuses you, are in the list with a `description` of null.',
    success: 'A page of rooms.',
    ...listPageOf('RoomPage', 'A page of rooms, newest first.', 'The rooms.', [created]),
  },
  createRoom: {
    description: `For everybody who may create documents in an organization. An organization has at most ${roomsMax} rooms (403 \`quota_exceeded\`).`,
    requestBody: {
      description: 'The room to make.',
      fields: {
        name: `Its name. ${ofOneLine}`,
        description: 'What it is for.',
        numbering: 'How its items are numbered.',
        opens_at: 'When readers may enter.',
        closes_at: 'Until when readers may enter. A time in the past closes it at once.',
      },
    },
    request: { name: created.name },
    success: 'The room.',
    response: created,
  },
  getRoom: {
    description:
      'A room that you may not enter is missing (404). While it is closed, readers get 403 with the time.',
    success: 'The room.',
    response: created,
  },
  updateRoom: {
    description: manages,
    requestBody: {
      description: 'The changes of a room.',
      fields: {
        name: `Its new name. ${ofOneLine}`,
        description: 'Its new description; null removes it.',
        numbering: 'How its items are numbered.',
        state: 'Opens or closes the room.',
        opens_at: 'When readers may enter; null: at once.',
        closes_at: 'Until when readers may enter; null: without end.',
      },
    },
    request: { state: 'closed' },
    success: 'The room as it is now.',
    response: { ...created, state: 'closed' },
  },
  deleteRoom: {
    description: `${manages} Its documents stay.`,
    success: 'An empty object: the room is deleted.',
    ...emptyObject('RoomDeleted'),
  },
  listRoomItems: {
    description:
      'Lists the items that you see. Managers also see drafts and documents that cannot be read yet. With `as_group` or `as_email`, managers ' +
      'see what these readers see.',
    success: 'A page of items.',
    ...listPageOf('RoomItemPage', 'A page of the items of a room, in their order.', 'The items.', [folder]),
  },
  createRoomItems: {
    description:
      `${manages} Send one item, or \`items\` with 1 to ${addedItemsMax}: all are added, or none. A room has at most ${roomItemsMax} items, ` +
      `among them ${roomFoldersMax} folders, ${roomLevelsMax} levels of folders, and ${folderItemsMax} items in a folder (403 \`quota_exceeded\`). ` +
      'A document stands once in a room.',
    requestBody: {
      description: 'One item, or several.',
      fields: {
        kind: 'A folder or a document.',
        name: `For a folder: its name. ${ofOneLine}`,
        document_id: 'For a document: a document of the organization that you may change.',
        parent_id: 'The folder to put it in. Default: the top',
        after: 'The item of the same folder after which it stands, or `first`. Default: it stands last',
        state: 'Whether readers see it. Default: `open`',
        opens_at: 'Readers see it from this time on.',
        items: 'Several items, each with these fields.',
      },
    },
    request: { kind: 'folder', name: folder.name },
    success: 'The item; for `items`, an object with `items`.',
    response: folder,
  },
  getRoomItem: {
    description: 'An item that you do not see is missing (404).',
    success: 'The item.',
    response: folder,
  },
  updateRoomItem: {
    description: manages,
    requestBody: {
      description: 'The changes of an item.',
      fields: {
        name: `The new name of a folder. ${ofOneLine}`,
        parent_id: 'The folder to move it to; null: the top. Without `after`, it stands last there.',
        after: 'The item after which it stands, or `first`.',
        state: 'Whether readers see it.',
        opens_at: 'Readers see it from this time on; null: at once.',
      },
    },
    request: { state: 'draft' },
    success: 'The item as it is now.',
    response: hidden,
  },
  deleteRoomItem: {
    description: `${manages} Everything below a folder is removed with it. The documents stay.`,
    success: 'An empty object: the item is removed.',
    ...emptyObject('RoomItemRemoved'),
  },
};
