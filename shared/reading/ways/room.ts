import type { RoomId } from '../../contract/identifiers.ts';
import type { ItemAccess } from '../../contract/resources/room.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { forReaders } from '../../data/policies/currentNames.ts';
import { stateInRooms } from '../../data/rooms/copies.ts';
import { findInRoom, getCallerAndPlace } from '../../data/rooms/entering.ts';
import { getFrame } from '../../data/rooms/frame.ts';
import { getPlaces, type PlacedDocument } from '../../data/rooms/items.ts';
import type { Who } from '../asking.ts';
import { entrantOf, type RoomEntrant, type RoomManager } from '../rooms/entrant.ts';
import { isStanding } from '../rooms/granted.ts';
import { RoomRefusal } from '../rooms/refusal.ts';
import { seenIn } from '../rooms/seen.ts';
import type { Opens, Question, RoomOfReading, Way } from './way.ts';

const way = {
  name: 'room',
  isByRoom: true,
  reads: ['ORG#', 'ROOM#', 'USER#'],
  mayAdd: () => true,
} as const;

type Caller = Exclude<Who, { readonly kind: 'nobody' }>;

/**
 * The room that a request names. It opens the documents that it shows to the caller, whatever their access level is. Its gate binds
 * readers, beside the policies of the document. Throws 404 for a room that is missing or that the caller may not enter, 403 with the reason
 * while it is closed, and 403 for a person who must prove their address again to enter it.
 */
export const room: Way = {
  ...way,
  find: (question) =>
    answer(question, async ({ asking: { documentId }, document, now }, who, roomId) => {
      const [frame, { caller, place }] = await Promise.all([
        getFrame(roomId),
        getCallerAndPlace(who.principal.user.id, roomId, documentId),
      ]);
      return entrantOf(frame, who, {
        now,
        param: 'room',
        caller: Promise.resolve(caller),
        asked: { roomId, documentId, place, document },
      });
    }),
};

/** The same way for many documents of a room that is open to the caller. It does not read the room again. The questions name this room. */
export const enteredRoom = (standing: RoomManager | RoomEntrant): Way => ({
  ...way,
  find: (question) =>
    answer(question, async ({ asking: { documentId }, document }, _, roomId) => {
      const [place] = await getPlaces(roomId, [documentId]);
      return { ...standing, found: await findInRoom({ roomId, documentId, place, document }) };
    }),
});

/** `enter`: returns who the caller is to the room, and what was found of the document in it */
async function answer(
  question: Question,
  enter: (question: Question, who: Caller, roomId: RoomId) => Promise<RoomManager | RoomEntrant>,
): Promise<Opens | undefined> {
  const { who, room: roomId } = question.asking;
  if (who.kind === 'nobody' || roomId === undefined) return undefined;
  const { document, now } = question;
  const entrant = await enter(question, who, roomId);
  if (entrant.kind === 'reader' && entrant.closed) throw new RoomRefusal(entrant.closed);
  const placed = entrant.found?.placed;
  const access = accessTo(entrant, document, now);
  if (!document || !placed || access === undefined) return undefined;
  return entrant.kind === 'manager'
    ? openToManager(entrant, placed, document, question)
    : openToReader(entrant, placed, document, access === 'view');
}

/** Returns what somebody may do with the document in the room; undefined: the room does not show it to them. */
function accessTo(
  entrant: RoomManager | RoomEntrant,
  document: DocumentItem | undefined,
  now: number,
): ItemAccess | undefined {
  const { frame, tree, found } = entrant;
  const placed = found?.placed;
  if (!placed || !isStanding(placed, frame)) return undefined;
  if (!tree.has(placed.parent_id)) return undefined;
  // Managers see that it is in the room, and read it no more than others do.
  if (document?.access_level === 'private' && !found.isCreatorMember) return undefined;
  const { absent: _absent, private_of: _private, ...place } = placed;
  const seen = seenIn({
    tree,
    now,
    numbering: frame.room.numbering,
    viewer: entrant.kind === 'manager' ? entrant : { kind: 'reader', entries: entrant.entries },
    granted: [],
    isMember: () => found.isCreatorMember,
  });
  return seen.document({ ...place, ...stateInRooms(document, frame.room.organization_id) });
}

/**
 * Returns the answer to somebody who manages the room. People who manage the document are not bound by its policies, and see the policies
 * at the gate in a preview. Another member who made the room is bound by the document's own policies.
 */
async function openToManager(
  entrant: RoomManager,
  placed: PlacedDocument,
  document: DocumentItem,
  { asking: { who, preview } }: Question,
): Promise<Opens> {
  const { frame, role } = entrant;
  const isCreator = who.kind === 'caller' && who.principal.user.id === document.created_by.id;
  const managesDocument = isCreator || (role !== 'member' && document.access_level !== 'private');
  return {
    ...opens({ entrant, placed, isManager: true, managesDocument }),
    as: managesDocument ? 'manager' : 'colleague',
    ...(managesDocument && preview && { rules: await forReaders(frame.room, frame.gate) }),
  };
}

/** Returns the answer to a reader of the room. */
const openToReader = (
  entrant: RoomEntrant,
  placed: PlacedDocument,
  document: DocumentItem,
  isViewOnly: boolean,
): Opens => ({
  ...opens({
    entrant,
    placed,
    isManager: false,
    managesDocument: entrant.facts.caller?.id === document.created_by.id,
  }),
  as: 'invited',
  caller: { item: entrant.facts.caller, among: entrant.facts.here.among },
  rules: entrant.gate,
  ...(isViewOnly && { limits: ['view_only'] }),
});

const opens = (room: Omit<RoomOfReading, 'id'>): Pick<Opens, 'kind' | 'room' | 'record' | 'versions'> => {
  const { id } = room.entrant.frame.room;
  return { kind: 'opens', room: { id, ...room }, record: { room_id: id }, versions: 'current' };
};
