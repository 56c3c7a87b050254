import * as z from 'zod/mini';
import {
  groupId,
  organizationId,
  roomAccessId,
  roomId,
  roomItemId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { accessLevelInRoom } from '../../contract/resources/room.ts';
import { user } from '../../contract/resources/user.ts';
import { type AccessSubject, accessKey, roomList } from '../keys/rooms.ts';
import { type Change, creation, removalAt, replacement } from '../table/commit.ts';
import { listIndex } from '../table/table.ts';

export type { AccessSubject } from '../keys/rooms.ts';

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
  /** It has mails, in an item of their own (`accessMails.ts`). Absent: it has none. */
  is_mailed: z.optional(z.literal(true)),
  created_by: user,
  revision: z.int(),
});
export type AccessRecord = z.infer<typeof accessRecord>;

/** Returns whom an entry is for. */
export function subjectOf({ group_id, email }: AccessRecord): AccessSubject {
  if (group_id !== undefined) return { group_id };
  return email === undefined ? { organization: true } : { email };
}

/** Returns the stored entry of a subject for an item (null: for the whole room), among the entries of the room. */
export const accessFor = (
  entries: readonly AccessRecord[],
  item_id: AccessRecord['item_id'],
  subject: AccessSubject,
): AccessRecord | undefined =>
  entries.find((entry) => {
    const { sk } = accessKeyOf(entry);
    return sk === accessKey(entry.room_id, item_id, subject).sk;
  });

/** Adds an entry; conflicts when its subject got one meanwhile. `replaced`: the entry that has ended, or whose item is gone. */
export const createAccess = (
  entry: AccessRecord,
  replaced: AccessRecord | undefined,
): Change<AccessRecord> =>
  replaced
    ? replacement(placeOf(entry), { ...entry, revision: replaced.revision })
    : creation(placeOf(entry), entry);

/** Replaces an entry; conflicts when it has changed since it was read. */
export const replaceAccess = (entry: AccessRecord): Change<AccessRecord> =>
  replacement(placeOf(entry), entry);

/** Removes an entry; conflicts when it has changed since it was read. */
export const removeAccess = (entry: AccessRecord): Change => removalAt(accessKeyOf(entry), entry);

/** Returns the key of an entry. */
export const accessKeyOf = (entry: AccessRecord) => accessKey(entry.room_id, entry.item_id, subjectOf(entry));

const placeOf = (entry: AccessRecord) => ({
  ...accessKeyOf(entry),
  [listIndex.partitionKey]: roomList.access(entry.organization_id, subjectOf(entry)),
  [listIndex.sortKey]: `${ulidOf(entry.room_id)}#${ulidOf(entry.id)}`,
});
