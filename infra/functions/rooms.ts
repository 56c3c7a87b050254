import type { FunctionSpec } from './spec.ts';

/**
 * These functions read the frame of a room, and for callers who do not manage it, who they are in the room: their membership and groups.
 * They replace the room.
 */
const changingRoom = {
  commits: 'entries and events',
  grants: {
    table: {
      'dynamodb:GetItem': ['ORG#', 'ROOM#'],
      'dynamodb:BatchGetItem': ['ORG#', 'ROOM#', 'USER#'],
      'dynamodb:Query': ['ROOM#'],
      'dynamodb:PutItem': ['ROOM#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

/** These functions also read the documents of the room, and remove what an interrupted request left. */
const changingItems = {
  ...changingRoom,
  grants: {
    table: {
      ...changingRoom.grants.table,
      'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
      'dynamodb:DeleteItem': ['ROOM#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

export const rooms = {
  createRoom: {
    description: 'Makes a room',
    commits: 'entries and events',
    grants: {
      table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:PutItem': ['ORG#', 'ROOM#'] },
    },
  },
  updateRoom: { description: 'Changes a room, or opens or closes it', ...changingRoom },
  deleteRoom: {
    description: 'Deletes a room, whose items a worker removes',
    ...changingRoom,
    grants: {
      table: {
        ...changingRoom.grants.table,
        'dynamodb:PutItem': ['ORG#', 'ROOM#'],
        'dynamodb:DeleteItem': ['ROOM#'],
      },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  createRoomItems: { description: 'Adds folders and documents to a room', ...changingItems },
  updateRoomItem: { description: 'Renames, moves, shows or hides an item of a room', ...changingItems },
  deleteRoomItem: {
    description: 'Removes an item from a room; what is below a folder, a worker removes',
    ...changingItems,
    grants: {
      table: { ...changingItems.grants.table, 'dynamodb:PutItem': ['ORG#', 'ROOM#'] },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
