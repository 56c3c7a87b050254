import { roomAccessId } from '../identifiers.ts';
import { gatePoliciesWithRulesMax, mailedGroupEntriesMax, roomAccessMax } from '../limits.ts';
import type * as contracts from '../operations/roomAccess.ts';
import { accessLevelInRoom, accessOfRoom, roomAccess, roomPolicy, roomReader } from '../resources/room.ts';
import { emptyObject, pageOf } from './common.ts';
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

export const words: WordsOf<typeof contracts> = {
  listRoomAccess: {
    description: manages,
    success: 'A page of access entries.',
    ...pageOf('RoomAccessPage', 'A page of the access entries of a room, newest first.', 'The entries.', [
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
    ...pageOf(
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
    description: `${manages} Entries about the room, and about readings of its documents in it.`,
    success: 'A page of entries.',
    ...pageOf('RoomActivityPage', 'A page of the activity in a room, newest first.', 'The entries.', []),
  },
  listRoomReaders: {
    description: `${manages} With \`Accept: text/csv\`, the answer is the matrix of readers and documents.`,
    success: 'A page of readers.',
    ...pageOf('RoomReaderPage', 'A page of the readers of a room, newest reader first.', 'The readers.', []),
  },
};
