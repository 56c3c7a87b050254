import {
  type DocumentId,
  type OrganizationId,
  type PolicyId,
  type RoomAccessId,
  type RoomId,
  type RoomItemId,
  type Ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { idIn, type Key, ofOrganization } from './key.ts';

/** A key in the partition of a room. */
const ofRoom = (roomId: RoomId, sk: string): Key => ({ pk: `ROOM#${ulidOf(roomId)}`, sk });

/**
 * The frame of a room: the room itself, its gate, its access entries and its folders. One query reads it, because its keys have one prefix.
 * It has everything that decides what a reader sees, except the documents.
 */
export const framePrefix = 'FRAME#';
export const roomKey = (roomId: RoomId): Key => ofRoom(roomId, `${framePrefix}ROOM`);
export const roomIdIn = /* @__PURE__ */ idIn('room', /^ROOM#(\w+) FRAME#ROOM$/);

export const folderPrefix = `${framePrefix}FOLDER#`;
export const folderKey = (roomId: RoomId, itemId: RoomItemId): Key =>
  ofRoom(roomId, folderPrefix + ulidOf(itemId));

/** A policy at the gate. */
export const gatePrefix = `${framePrefix}GATE#`;
export const gateKey = (roomId: RoomId, policyId: PolicyId): Key =>
  ofRoom(roomId, gatePrefix + ulidOf(policyId));

/** Whom an access entry is for. The address is normalized. */
export type AccessSubject =
  | { readonly group_id: `grp_${string}` }
  | { readonly email: string }
  | { readonly organization: true };

const sortOf = (subject: AccessSubject): string => {
  if ('group_id' in subject) return `GROUP#${ulidOf(subject.group_id)}`;
  return 'email' in subject ? `EMAIL#${subject.email}` : 'ORGANIZATION';
};

/** The access entry of a subject for an item, or for the whole room (null). So there is one for each pair. */
export const accessPrefix = `${framePrefix}ACCESS#`;
export const accessKey = (roomId: RoomId, itemId: RoomItemId | null, subject: AccessSubject): Key =>
  ofRoom(roomId, `${accessPrefix}${itemId === null ? 'ROOM' : ulidOf(itemId)}#${sortOf(subject)}`);

/** The partition with the readings in a room. */
export const roomReadingsPrefix = 'READING#ROOM#';
export const roomReadings = (roomId: RoomId): string => roomReadingsPrefix + ulidOf(roomId);

/** The mails about an access entry, in the partition with the readings in the room: workers may write it, but may not write rooms. */
export const accessMailsKey = (roomId: RoomId, accessId: RoomAccessId): Key => ({
  pk: roomReadings(roomId),
  sk: `ACCESSMAILS#${ulidOf(accessId)}`,
});

/** A room that has a policy at its gate, in the partition of the organization. */
export const gatedRoomPrefix = (policyId: PolicyId): string => `GATE#${ulidOf(policyId)}#`;
export const gatedRoomKey = (organizationId: OrganizationId, policyId: PolicyId, roomId: RoomId): Key =>
  ofOrganization(organizationId, gatedRoomPrefix(policyId) + ulidOf(roomId));

/** A document in a folder (null: at the top). */
export const placedPrefix = (parentId: RoomItemId | null): string =>
  `IN#${parentId === null ? 'TOP' : ulidOf(parentId)}#`;
export const placedKey = (roomId: RoomId, parentId: RoomItemId | null, documentId: DocumentId): Key =>
  ofRoom(roomId, placedPrefix(parentId) + ulidOf(documentId));

/** Where a document is in a room. So a document stands once in a room. */
export const placePrefix = 'PLACE#';
export const placeKey = (roomId: RoomId, documentId: DocumentId): Key =>
  ofRoom(roomId, placePrefix + ulidOf(documentId));

/** Partitions of the list index. */
export const roomList = {
  /** The rooms of an organization, by id. */
  ofOrganization: (organizationId: OrganizationId) => `ROOMS#${ulidOf(organizationId)}`,
  /** The rooms that have a document, by the id of the room. */
  withDocument: (documentId: DocumentId) => `ROOMS#DOC#${ulidOf(documentId)}`,
  /**
   * The access entries for a subject, by the id of the room. Groups and members are of one organization; an address may be in rooms of
   * several.
   */
  access: (organizationId: OrganizationId, subject: AccessSubject) =>
    'email' in subject
      ? `ROOMACCESS#EMAIL#${subject.email}`
      : `ROOMACCESS#ORG#${ulidOf(organizationId)}#${sortOf(subject)}`,
};

/** The number of rooms of an organization. */
export const roomCountKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'ROOMCOUNT');

/** A deleted room, until a worker has removed everything in its partition. */
export const removedRoomKey = (organizationId: OrganizationId, roomId: RoomId): Key =>
  ofOrganization(organizationId, `REMOVEDROOM#${ulidOf(roomId)}`);
/** The removal of an item of a room, until a worker has removed everything below it and its access entries. */
export const removedItemKey = (organizationId: OrganizationId, roomId: RoomId, removal: Ulid): Key =>
  ofOrganization(organizationId, `REMOVEDROOM#${ulidOf(roomId)}#${removal}`);

/** Returns the ids of the deleted room at this key, and for an item of a room that of its removal; undefined for other keys. */
export function removedRoomIdsIn({ pk, sk }: Key) {
  const [, organization, room, removal] =
    /^ORG#(\w+) REMOVEDROOM#(\w+)(?:#(\w+))?$/.exec(`${pk} ${sk}`) ?? [];
  return organization && room
    ? ({
        organization_id: `org_${organization}`,
        room_id: `room_${room}`,
        ...(removal && { removal: removal as Ulid }),
      } as const)
    : undefined;
}
