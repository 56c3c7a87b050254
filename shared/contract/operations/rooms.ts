import * as z from 'zod/mini';
import { documentId, groupId, roomId, roomItemId } from '../identifiers.ts';
import {
  addedItemsMax,
  descriptionMaxCharacters,
  emailMaxCharacters,
  roomNameMaxCharacters,
} from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import {
  addedItems,
  numbering,
  room,
  roomItem,
  roomItemKind,
  roomItemState,
  roomState,
} from '../resources/room.ts';
import { emailLikeInQuery, instant, shownLines, shownName } from '../text.ts';

const onRoom = () => z.object({ room_id: roomId });
const onItem = () => z.object({ room_id: roomId, item_id: roomItemId });
const name = () => shownName(roomNameMaxCharacters);
const description = () => z.nullable(shownLines(0, descriptionMaxCharacters));
const time = () => z.nullable(instant);
const flag = () => z.optional(z.enum(['true', 'false'], 'must be true or false'));

/** The fields of a room that a client can change. The entity tag covers only these: the number of items changes with each item. */
const changeableOfRoom = ['name', 'description', 'numbering', 'state', 'opens_at', 'closes_at'] as const;
/** The same of an item. Its number changes with its neighbours. */
const changeableOfItem = ['name', 'parent_id', 'state', 'opens_at'] as const;

export const listRooms = defineOperation('listRooms', () => ({
  summary: 'List the rooms that you manage or may enter, newest first',
  query: z.extend(pageQuery(), { shared_with_me: flag() }),
  success: { status: 200, schema: listPageOf(room) },
}));

export const createRoom = defineOperation('createRoom', () => ({
  summary: 'Make a room',
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: name(),
      description: z._default(description(), null),
      numbering: z._default(numbering, 'personal'),
      opens_at: z._default(time(), null),
      closes_at: z._default(time(), null),
    }),
  },
  success: { status: 201, schema: room },
  entityTag: true,
  tagCovers: changeableOfRoom,
}));

export const getRoom = defineOperation('getRoom', () => ({
  summary: 'Read a room',
  pathParameters: onRoom(),
  success: { status: 200, schema: room },
  entityTag: true,
  tagCovers: changeableOfRoom,
}));

export const updateRoom = defineOperation('updateRoom', () => ({
  summary: 'Change a room, or open or close it',
  pathParameters: onRoom(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: z.optional(name()),
      description: z.optional(description()),
      numbering: z.optional(numbering),
      state: z.optional(roomState),
      opens_at: z.optional(time()),
      closes_at: z.optional(time()),
    }),
  },
  success: { status: 200, schema: room },
  entityTag: true,
  tagCovers: changeableOfRoom,
}));

export const deleteRoom = defineOperation('deleteRoom', () => ({
  summary: 'Delete a room, and none of its documents',
  pathParameters: onRoom(),
  success: { status: 200, schema: z.strictObject({}) },
  tagCovers: changeableOfRoom,
  deletes: room,
}));

export const listRoomItems = defineOperation('listRoomItems', () => ({
  summary: 'List the folders and documents of a room, in their order',
  pathParameters: onRoom(),
  query: z.extend(pageQuery(), {
    parent_id: z.optional(roomItemId),
    recursive: flag(),
    as_group: z.optional(groupId),
    as_email: z.optional(emailLikeInQuery(emailMaxCharacters)),
  }),
  success: { status: 200, schema: listPageOf(roomItem) },
}));

const placement = {
  parent_id: z.optional(z.nullable(roomItemId)),
  after: z.optional(
    z.union(
      [roomItemId, z.literal('first')],
      'must be first or an id of an item of a room: itm_ and 26 lower-case characters',
    ),
  ),
  state: z.optional(roomItemState),
  opens_at: z.optional(time()),
};
const newItem = {
  name: z.optional(name()),
  document_id: z.optional(documentId),
  ...placement,
};

export const createRoomItems = defineOperation('createRoomItems', () => ({
  summary: 'Add a folder, a document, or up to 100 of them to a room',
  pathParameters: onRoom(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      kind: z.optional(roomItemKind),
      ...newItem,
      items: z.optional(
        z
          .array(z.strictObject({ kind: roomItemKind, ...newItem }))
          .check(
            z.minLength(1, 'must have at least 1 item'),
            z.maxLength(addedItemsMax, `must have at most ${addedItemsMax} items`),
          ),
      ),
    }),
  },
  success: { status: 201, schema: z.union([roomItem, addedItems]) },
}));

export const getRoomItem = defineOperation('getRoomItem', () => ({
  summary: 'Read an item of a room',
  pathParameters: onItem(),
  success: { status: 200, schema: roomItem },
  entityTag: true,
  tagCovers: changeableOfItem,
}));

export const updateRoomItem = defineOperation('updateRoomItem', () => ({
  summary: 'Rename a folder, move an item, or change when it is shown',
  pathParameters: onItem(),
  body: { kind: 'json', schema: z.strictObject({ name: z.optional(name()), ...placement }) },
  success: { status: 200, schema: roomItem },
  entityTag: true,
  tagCovers: changeableOfItem,
}));

export const deleteRoomItem = defineOperation('deleteRoomItem', () => ({
  summary: 'Remove an item from a room, with everything below it',
  pathParameters: onItem(),
  success: { status: 200, schema: z.strictObject({}) },
  tagCovers: changeableOfItem,
  deletes: roomItem,
}));
