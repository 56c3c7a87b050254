import type { FunctionSpec } from './spec.ts';

/**
 * These functions read the frame of a room, and for callers who do not manage it, who they are in the room: their membership,
 * groups, and documents with access entries of their own. They replace the room, and remove what an interrupted request left.
 */
const changingRoom = {
  commits: 'entries and events',
  grants: {
    table: {
      'dynamodb:GetItem': ['ORG#'],
      'dynamodb:BatchGetItem': ['ORG#', 'ROOM#', 'USER#'],
      'dynamodb:Query': ['ROOM#'],
      /** Keeps what the change replaced (ORG#). */
      'dynamodb:PutItem': ['ORG#', 'ROOM#'],
      'dynamodb:DeleteItem': ['ROOM#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

/** These functions also read the document of an item. */
const changingItems = {
  ...changingRoom,
  grants: {
    table: {
      ...changingRoom.grants.table,
      'dynamodb:GetItem': ['DOC#', 'ORG#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

/** These functions answer managers only. They read the frame of a room, and for callers who do not manage it, who they are in the room. */
const asManager = {
  'dynamodb:BatchGetItem': ['ORG#', 'ROOM#', 'USER#'],
  'dynamodb:Query': ['ROOM#'],
} as const;

/** These functions also read the mails about access entries. */
const readingAccess = {
  grants: { table: { ...asManager, 'dynamodb:BatchGetItem': ['ORG#', 'READING#', 'ROOM#', 'USER#'] } },
} as const satisfies Omit<FunctionSpec, 'description'>;

/**
 * Reads the frame of a room and its caller: their address, their membership and groups, the policies at the gate, and what they accepted
 * there. For documents with access of their own it also reads their places.
 */
const enteringOnly = {
  'dynamodb:BatchGetItem': ['ORG#', 'ROOM#', 'USER#'],
  'dynamodb:Query': ['ROOM#'],
} as const;

/** Also reads documents of the room. */
const entering = { ...enteringOnly, 'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'] } as const;

export const rooms = {
  listRooms: {
    description: 'A page of the rooms that the caller manages or may enter',
    grants: {
      table: enteringOnly,
      listIndex: { 'dynamodb:Query': ['GROUPSOF#', 'MEMBERSHIPS#', 'ROOMACCESS#', 'ROOMS#'] },
    },
  },
  getRoom: { description: 'One room', grants: { table: enteringOnly } },
  listRoomItems: {
    description:
      'A page of the items of a room that the caller sees, or that a group or an address would see',
    grants: {
      table: {
        ...entering,
        'dynamodb:GetItem': ['ORG#'],
        /** Finds the member with an address. */
        'dynamodb:BatchGetItem': ['DOC#', 'EMAIL#', 'ORG#', 'ROOM#', 'USER#'],
      },
    },
  },
  getRoomItem: { description: 'One item of a room', grants: { table: entering } },
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
      table: { ...changingRoom.grants.table, 'dynamodb:PutItem': ['ORG#'] },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  createRoomItems: {
    description: 'Adds folders and documents to a room',
    ...changingItems,
    grants: {
      table: {
        ...changingItems.grants.table,
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        /** Notes on documents that they are in rooms. */
        'dynamodb:PutItem': ['DOC#', 'ROOM#'],
      },
    },
  },
  updateRoomItem: { description: 'Renames, moves, shows or hides an item of a room', ...changingItems },
  deleteRoomItem: {
    description: 'Removes an item from a room; what is below a folder, a worker removes',
    ...changingItems,
    grants: {
      table: { ...changingItems.grants.table, 'dynamodb:PutItem': ['ORG#', 'ROOM#'] },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  listRoomAccess: { description: 'A page of who may see what in a room', ...readingAccess },
  createRoomAccess: {
    description: 'Lets a group, an address or all members see a room',
    commits: 'entries and events',
    makesMail: 'without secrets',
    grants: {
      table: {
        ...readingAccess.grants.table,
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'ROOM#'],
        /** Finds the addresses in a group, and writes the group, so that it is not deleted meanwhile. */
        'dynamodb:Query': ['GROUP#', 'ROOM#'],
        'dynamodb:PutItem': ['ORG#', 'READING#', 'ROOM#'],
        /** Removes the mails about an entry that it replaces. */
        'dynamodb:DeleteItem': ['READING#'],
      },
    },
  },
  getRoomAccess: { description: 'One access entry of a room', ...readingAccess },
  updateRoomAccess: {
    description: 'Changes the level or the end of an access entry',
    commits: 'entries and events',
    grants: {
      table: {
        ...readingAccess.grants.table,
        'dynamodb:GetItem': ['ORG#'],
        /** Keeps what the change replaced (ORG#). */
        'dynamodb:PutItem': ['ORG#', 'ROOM#'],
      },
    },
  },
  deleteRoomAccess: {
    description: 'Removes an access entry of a room',
    commits: 'entries and events',
    grants: {
      table: {
        ...readingAccess.grants.table,
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:PutItem': ['ROOM#'],
        'dynamodb:DeleteItem': ['READING#', 'ROOM#'],
      },
    },
  },
  listRoomPolicies: {
    description: 'A page of the policies at the gate of a room',
    grants: { table: asManager },
  },
  attachRoomPolicy: {
    description: 'Puts a policy at the gate of a room',
    commits: 'entries and events',
    grants: {
      table: {
        ...asManager,
        'dynamodb:GetItem': ['ORG#'],
        /** Writes the policy, and the item by which the policy finds its rooms (ORG#). */
        'dynamodb:PutItem': ['ORG#', 'ROOM#'],
      },
    },
  },
  detachRoomPolicy: {
    description: 'Takes a policy from the gate of a room',
    commits: 'entries and events',
    grants: {
      table: {
        ...asManager,
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:PutItem': ['ROOM#'],
        'dynamodb:DeleteItem': ['ORG#', 'ROOM#'],
      },
    },
  },
  listRoomActivity: {
    description: 'The activity of a room: who read what in it, and who changed it',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ACTIVITY#', 'DOC#', 'ORG#', 'READING#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['ACTIVITY#', 'ROOM#'],
      },
    },
  },
  listRoomReaders: {
    description: 'The readers of a room, and what they read in it',
    /** Reads the titles of the documents for CSV. */
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'READING#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['READING#', 'ROOM#'],
      },
      filterIndex: { 'dynamodb:Query': ['READERS#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
