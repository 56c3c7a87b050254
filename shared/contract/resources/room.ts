import * as z from 'zod/mini';
import { mailStatus } from '../enumerations.ts';
import { documentId, groupId, roomAccessId, roomId, roomItemId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { policy } from './policy.ts';
import { readingPerson } from './reader.ts';
import { user } from './user.ts';

/**
 * How items of a room are numbered. `personal`: each reader counts the items that they see. `shared`: the numbers are the same for all
 * readers, so gaps show that something is hidden.
 */
export const numbering = z.enum(['personal', 'shared'], 'must be personal or shared');
export type Numbering = z.infer<typeof numbering>;

export const roomState = z.enum(['open', 'closed'], 'must be open or closed');

/** Many documents in folders, behind one address. */
export const room = z.strictObject({
  id: roomId,
  service_url: z.url(),
  name: z.string().check(z.minLength(1)),
  /** null also for a reader who may not see the room now. */
  description: z.nullable(z.string()),
  numbering,
  state: roomState,
  opens_at: z.nullable(dateTime),
  closes_at: z.nullable(dateTime),
  /** The folders and documents; null for callers who do not manage the room. */
  item_count: z.nullable(z.int().check(z.minimum(0))),
  created_at: dateTime,
  created_by: user,
});
export type Room = z.infer<typeof room>;

export const roomItemKind = z.enum(['folder', 'document'], 'must be folder or document');
/** A draft is shown to managers only, with everything below it. */
export const roomItemState = z.enum(['draft', 'open'], 'must be draft or open');
export type RoomItemState = z.infer<typeof roomItemState>;

/** What a caller gets of an item. `manage`: they manage the room. */
export const itemAccess = z.enum(['view', 'download', 'manage']);
export type ItemAccess = z.infer<typeof itemAccess>;

/** A folder or a document in a room. */
export const roomItem = z.strictObject({
  id: roomItemId,
  kind: roomItemKind,
  /** null: the item is at the top. */
  parent_id: z.nullable(roomItemId),
  /** Such as `2.1`. */
  number: z.string(),
  /** For a document: its title. */
  name: z.string(),
  /** null for a folder. */
  document_id: z.nullable(documentId),
  state: roomItemState,
  opens_at: z.nullable(dateTime),
  access: itemAccess,
  created_at: dateTime,
});
export type RoomItem = z.infer<typeof roomItem>;

/** The items that one request added. */
export const addedItems = z.strictObject({ items: z.array(roomItem) });

/** What a subject may do with an item and everything below it. `none` hides it. */
export const accessLevelInRoom = z.enum(['none', 'view', 'download'], 'must be none, view or download');
export type AccessLevelInRoom = z.infer<typeof accessLevelInRoom>;

/** An access entry: what a group, an address or all members of the organization may see of a room. */
export const roomAccess = z.strictObject({
  id: roomAccessId,
  /** null: the whole room. */
  item_id: z.nullable(roomItemId),
  /** Exactly one of the next three names the subject. */
  group_id: z.nullable(groupId),
  email: z.nullable(z.string()),
  organization: z.boolean(),
  level: accessLevelInRoom,
  expires_at: z.nullable(dateTime),
  mail: mailStatus,
  created_at: dateTime,
  created_by: user,
});
export type RoomAccess = z.infer<typeof roomAccess>;

/** A policy at the gate of a room. */
export const roomPolicy = z.strictObject({
  room_id: roomId,
  attached_at: dateTime,
  attached_by: user,
  policy,
});
export type RoomPolicy = z.infer<typeof roomPolicy>;

/** The data of events about a room. Items are as managers of the room see them. */
export const itemsOfRoom = z.strictObject({ room_id: roomId, items: z.array(roomItem) });
export const itemOfRoom = z.strictObject({ room_id: roomId, item: roomItem });
export const accessOfRoom = z.strictObject({ room_id: roomId, access: roomAccess });

const count = () => z.int().check(z.minimum(0));

/** A reader of a room, and what they read in it. */
export const roomReader = z.strictObject({
  /** null: people without an account, who are known by their network only. */
  person: z.nullable(readingPerson),
  network: z.nullable(z.string()),
  /** The reader's groups that have an access entry in the room. */
  groups: z.array(groupId),
  documents_seen: count(),
  views: count(),
  downloads: count(),
  seconds: count(),
  first_at: dateTime,
  last_at: dateTime,
});
export type RoomReader = z.infer<typeof roomReader>;

/** The first CSV columns of a list of readers of a room. A column for each document follows. `groups` has their names. */
export const roomReaderColumns = [
  ['person_id', ['person', 'id']],
  ['person_name', ['person', 'name']],
  ['person_email', ['person', 'email']],
  ['groups', ['groups']],
  ['documents_seen', ['documents_seen']],
  ['views', ['views']],
  ['downloads', ['downloads']],
  ['seconds', ['seconds']],
  ['first_at', ['first_at']],
  ['last_at', ['last_at']],
] as const;
