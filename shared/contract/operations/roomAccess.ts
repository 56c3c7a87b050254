import * as z from 'zod/mini';
import { activityQuery } from '../activityQuery.ts';
import { groupId, policyId, roomAccessId, roomId, roomItemId } from '../identifiers.ts';
import { emailMaxCharacters, shareMessageMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { activity, activityColumns } from '../resources/activity.ts';
import { listPageOf } from '../resources/listPage.ts';
import {
  accessLevelInRoom,
  roomAccess,
  roomPolicy,
  roomReader,
  roomReaderColumns,
} from '../resources/room.ts';
import { emailLike, instant, shownLines } from '../text.ts';

const onRoom = () => z.object({ room_id: roomId });
const onAccess = () => z.object({ room_id: roomId, access_id: roomAccessId });
const time = () => z.nullable(instant);

/** The fields of an access entry that a client can change. The entity tag covers only these fields. */
const changeable = ['level', 'expires_at'] as const;

export const listRoomAccess = defineOperation('listRoomAccess', () => ({
  summary: 'List who may see what in a room, newest entry first',
  pathParameters: onRoom(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(roomAccess) },
}));

export const createRoomAccess = defineOperation('createRoomAccess', () => ({
  summary: 'Let a group, an address or all members see a room, or a part of it',
  pathParameters: onRoom(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      item_id: z._default(z.nullable(roomItemId), null),
      group_id: z.optional(z.nullable(groupId)),
      email: z.optional(z.nullable(emailLike(emailMaxCharacters))),
      organization: z.optional(z.boolean()),
      level: accessLevelInRoom,
      expires_at: z._default(time(), null),
      send_mail: z.optional(z.boolean()),
      message: z._default(shownLines(0, shareMessageMaxCharacters), ''),
    }),
  },
  success: { status: 201, schema: roomAccess },
  entityTag: true,
  tagCovers: changeable,
}));

export const getRoomAccess = defineOperation('getRoomAccess', () => ({
  summary: 'Read an access entry of a room',
  pathParameters: onAccess(),
  success: { status: 200, schema: roomAccess },
  entityTag: true,
  tagCovers: changeable,
}));

export const updateRoomAccess = defineOperation('updateRoomAccess', () => ({
  summary: 'Change the level or the end of an access entry',
  pathParameters: onAccess(),
  body: {
    kind: 'json',
    schema: z.strictObject({ level: z.optional(accessLevelInRoom), expires_at: z.optional(time()) }),
  },
  success: { status: 200, schema: roomAccess },
  entityTag: true,
  tagCovers: changeable,
}));

export const deleteRoomAccess = defineOperation('deleteRoomAccess', () => ({
  summary: 'Remove an access entry of a room',
  pathParameters: onAccess(),
  success: { status: 200, schema: z.strictObject({}) },
  tagCovers: changeable,
  deletes: roomAccess,
}));

export const listRoomPolicies = defineOperation('listRoomPolicies', () => ({
  summary: 'List the policies at the gate of a room, newest first',
  pathParameters: onRoom(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(roomPolicy) },
}));

export const attachRoomPolicy = defineOperation('attachRoomPolicy', () => ({
  summary: 'Put a policy at the gate of a room',
  pathParameters: onRoom(),
  body: { kind: 'json', schema: z.strictObject({ policy_id: policyId }) },
  success: { status: 200, schema: roomPolicy },
}));

export const detachRoomPolicy = defineOperation('detachRoomPolicy', () => ({
  summary: 'Take a policy from the gate of a room',
  pathParameters: z.object({ room_id: roomId, policy_id: policyId }),
  success: { status: 200, schema: z.strictObject({}) },
}));

export const listRoomActivity = defineOperation('listRoomActivity', () => ({
  summary: 'List what happened in a room, newest first',
  pathParameters: onRoom(),
  query: activityQuery(),
  success: { status: 200, schema: listPageOf(activity) },
  csv: activityColumns,
}));

export const listRoomReaders = defineOperation('listRoomReaders', () => ({
  summary: 'List who read in a room, newest reader first',
  pathParameters: onRoom(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(roomReader) },
  csv: roomReaderColumns,
}));
