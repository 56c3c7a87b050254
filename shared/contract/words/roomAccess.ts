import { roomAccessId } from '../identifiers.ts';
import {
  gatePoliciesWithRulesMax,
  mailedGroupEntriesMax,
  matrixDocumentsMax,
  roomAccessMax,
} from '../limits.ts';
import type * as contracts from '../operations/roomAccess.ts';
import { accessLevelInRoom, accessOfRoom, roomAccess, roomPolicy, roomReader } from '../resources/room.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

named('RoomAccess', roomAccess, {
  description:
    'An access entry: what a group, an address or all members see of a room. One of the three subjects is set.',
  fields: {
    id: 'The access entry.',
    item_id: 'The item that it is about, with everything below; null: the whole room.',
    group_id: 'The group; else null.',
    email: 'The address; else null.',
    organization: 'Whether it is about all members of the organization.',
    level: 'What the subject may do there.',
    expires_at: 'When it ends; null: it has no end.',
    mail: 'The state of the mail about it; of a group, the least advanced of its mails.',
    created_at: 'When it was made.',
    created_by: 'Who made it.',
  },
});
named('RoomAccessLevel', accessLevelInRoom, {
  description:
    '`none` hides an item. `view` shows its pages. `download` gives the file, where the document’s own rules give one.',
});
named('AccessOfRoom', accessOfRoom, {
  description: 'An access entry of a room.',
  fields: { room_id: 'The room.', access: 'The access entry.' },
});
named('RoomPolicy', roomPolicy, {
  description:
    'A policy at the gate of a room. Its rules bind the readers of the room and of each document in it.',
  fields: {
    room_id: 'The room.',
    attached_at: 'When it was attached.',
    attached_by: 'Who attached it.',
    policy: 'The policy.',
  },
});
named('RoomReader', roomReader, {
  description:
    'A reader of a room, and what they read in it. Readings of people who manage the room are left out.',
  fields: {
    person: 'The reader; null: people without an account.',
    network: 'The network of people without an account; else null.',
    groups: 'The groups of the reader that have an access entry in the room.',
    documents_seen: 'The number of documents that they opened.',
    views: 'The number of their views.',
    downloads: 'The number of their downloads.',
    seconds: 'How long they looked at pages.',
    first_at: 'Their first reading.',
    last_at: 'Their last reading.',
  },
});
namedId('RoomAccessId', roomAccessId, 'an access entry of a room', 'rac_01km2bq2s4v6x8z1c3e5g7j9m2');

const { access } = eventExamples['room.access_granted'].data;
const policy = eventExamples['room.policy_attached'].data;
const manages = 'For managers of the room.';

const read = {
  ...eventExamples['document.downloaded'].data,
  room_id: 'room_01km2b1d3f5h7j9m2p4r6t8w0y' as const,
  details: { room_id: 'room_01km2b1d3f5h7j9m2p4r6t8w0y' },
};
const reader = {
  person: {
    id: 'user_01kerkctyfx1y61qkq510v21e9' as const,
    name: 'Ines Rocha',
    email: 'ines.rocha@example.org',
  },
  network: null,
  groups: ['grp_01km2a7c9x4e6g8j0n3q5s7v1w' as const],
  documents_seen: 12,
  views: 31,
  downloads: 2,
  seconds: 2860,
  first_at: '2026-03-19T08:12:44.107Z',
  last_at: '2026-03-20T16:01:09.552Z',
};

export const words: WordsOf<typeof contracts> = {
  listRoomAccess: {
    description: manages,
    success: 'A page of access entries.',
    ...listPageOf('RoomAccessPage', 'A page of the access entries of a room, newest first.', 'The entries.', [
      access,
    ]),
  },
  createRoomAccess: {
    description:
      `${manages} Send exactly one of \`group_id\`, \`email\` and \`organization: true\`. For each of them, the nearest entry upwards from an ` +
      `item counts; of several that fit a reader, the highest level counts. A room has at most ${roomAccessMax} entries (403 \`quota_exceeded\`).`,
    requestBody: {
      description: 'Who may see what.',
      fields: {
        item_id: 'The item that it is about, with everything below. Default: the whole room',
        group_id: 'A group of the organization.',
        email: 'An e-mail address.',
        organization: 'True: all members of the organization.',
        level: 'What they may do there.',
        expires_at: 'When it ends.',
        send_mail: `Whether to send a mail: for addresses, and for groups of at most ${mailedGroupEntriesMax} entries by address. Default: true for an address, if the stage sends mail`,
        message: 'A message in this mail.',
      },
    },
    request: { email: 'ines.rocha@example.org', level: 'view' },
    success: 'The access entry.',
    response: access,
  },
  getRoomAccess: { description: manages, success: 'The access entry.', response: access },
  updateRoomAccess: {
    description: manages,
    requestBody: {
      description: 'The changes of an access entry.',
      fields: { level: 'What the subject may do.', expires_at: 'When it ends; null: it has no end.' },
    },
    request: { level: 'download' },
    success: 'The access entry as it is now.',
    response: { ...access, level: 'download' },
  },
  deleteRoomAccess: {
    description: `${manages} From the next request on, the entry counts for nothing.`,
    success: 'An empty object: the access entry is removed.',
    ...emptyObject('RoomAccessRemoved'),
  },
  listRoomPolicies: {
    description: manages,
    success: 'A page of policies.',
    ...listPageOf(
      'RoomPolicyPage',
      'A page of the policies at the gate of a room, newest first.',
      'The policies.',
      [policy],
    ),
  },
  attachRoomPolicy: {
    description: `${manages} A policy that retains is refused. At most ${gatePoliciesWithRulesMax} policies at a gate have rules (400 \`invalid_value\`).`,
    requestBody: {
      description: 'The policy to attach.',
      fields: { policy_id: 'A policy of the organization.' },
    },
    request: { policy_id: policy.policy.id },
    success: 'The policy at the gate.',
    response: policy,
  },
  detachRoomPolicy: {
    description: manages,
    success: 'An empty object: the policy is detached.',
    ...emptyObject('RoomPolicyDetached'),
  },
  listRoomActivity: {
    description:
      `${manages} The list has the changes of the room, and the readings of documents in it: requests that named the room (\`?room=\`), also of ` +
      'private documents. Readings elsewhere are not in it. `GET /v1/documents/{document_id}/activity` describes the types and CSV.',
    success: 'A page of entries.',
    ...listPageOf('RoomActivityPage', 'A page of the activity in a room, newest first.', 'The entries.', [
      read,
    ]),
  },
  listRoomReaders: {
    description:
      `${manages} Each person or service account that viewed or downloaded a document in the room is one item. Readings by people who manage ` +
      'the room are left out. The service counts a reading just after it was recorded, and keeps a reader as long as the entry of their latest ' +
      'reading. With `Accept: text/csv` the answer is the matrix of readers and documents (RFC 4180): a row for each reader, and behind the ' +
      'columns about the reader one for each document that the readers of this page read in the room, with the number of views and downloads. ' +
      `If they read more than ${matrixDocumentsMax} documents, those with the most readings have a column. The \`Link\` header leads to the ` +
      'next readers.',
    success: 'A page of readers.',
    ...listPageOf(
      'RoomReaderPage',
      'A page of the readers of a room, newest first by `first_at`.',
      'The readers.',
      [reader],
    ),
  },
};
