import * as z from 'zod/mini';
import {
  groupId,
  mailId,
  organizationId,
  roomAccessId,
  roomId,
  roomItemId,
} from '../../contract/identifiers.ts';
import { accessLevelInRoom } from '../../contract/resources/room.ts';
import { user } from '../../contract/resources/user.ts';
import type { AccessSubject } from '../keys/rooms.ts';

/** An access entry of a room. One of `group_id`, `email` and `organization` names its subject. */
export const accessRecord = z.object({
  id: roomAccessId,
  room_id: roomId,
  organization_id: organizationId,
  /** null: the whole room. */
  item_id: z.nullable(roomItemId),
  /** The item as it was then: a document's `added`, or a folder's `created_at`. It counts only for this item. Absent: the whole room. */
  item_added: z.optional(z.string()),
  group_id: z.optional(groupId),
  /** Normalized. */
  email: z.optional(z.string()),
  organization: z.optional(z.literal(true)),
  level: accessLevelInRoom,
  expires_at: z.nullable(z.string()),
  /** The mails about it: of a group, one for each address. Absent: none */
  mail_ids: z.optional(z.array(mailId)),
  created_by: user,
  revision: z.int(),
});
export type AccessRecord = z.infer<typeof accessRecord>;

/** Returns whom an entry is for. */
export function subjectOf({ group_id, email }: AccessRecord): AccessSubject {
  if (group_id !== undefined) return { group_id };
  return email === undefined ? { organization: true } : { email };
}
