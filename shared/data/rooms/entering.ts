import type { ActorId, DocumentId, OrganizationId, RoomId } from '../../contract/identifiers.ts';
import { type CallerItem, callerItem } from '../callers/callers.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { type GroupReader, type ReaderIn, readerInWith } from '../groups/groupsOf.ts';
import { callerKey } from '../keys/callers.ts';
import type { Key } from '../keys/key.ts';
import { memberKey } from '../keys/organizations.ts';
import { placedKey, placeKey } from '../keys/rooms.ts';
import { forReaders, keysOfPolicies, type WithPolicy, withPolicies } from '../policies/currentNames.ts';
import { noOrganizationId, noUserId } from '../table/ids.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, readAll, readTogether } from '../table/read.ts';
import type { GateRecord } from './gate.ts';
import { type PlacedDocument, type PlaceRecord, placedDocument, placeRecord } from './items.ts';

/** The reads of a request of a reader in a room, in few requests to the table: each question is asked for the whole room at once. */

/** A document that a request names in a room. */
export interface AskedInRoom {
  readonly roomId: RoomId;
  readonly documentId: DocumentId;
  /** Undefined: it has no place in the room. */
  readonly place: PlaceRecord | undefined;
  /** Undefined: no document has the id. */
  readonly document: Pick<DocumentItem, 'organization_id' | 'created_by'> | undefined;
}

/** What was found of it. */
export interface FoundInRoom {
  readonly placed: PlacedDocument | undefined;
  /** Whether the creator of the document is a member of its organization. */
  readonly isCreatorMember: boolean;
}

/** Reads a caller, and the place of a document in a room, in one request. */
export const getCallerAndPlace = (
  userId: ActorId,
  roomId: RoomId,
  documentId: DocumentId,
): Promise<{ readonly caller: CallerItem | undefined; readonly place: PlaceRecord | undefined }> =>
  readTogether({
    caller: [callerItem, callerKey(userId)],
    place: [placeRecord, placeKey(roomId, documentId)],
  });

/** The keys are the same in number whether or not the document exists, and stands in the room. */
const keysOf = ({ roomId, documentId, place, document }: AskedInRoom): Key[] => [
  placedKey(roomId, place?.parent_id ?? null, documentId),
  memberKey(document?.organization_id ?? noOrganizationId, document?.created_by.id ?? noUserId),
];

const foundIn = ({ place }: AskedInRoom, [placed, creator]: readonly (Item | undefined)[]): FoundInRoom => ({
  placed: place && placed && parseItem(placedDocument, placed),
  isCreatorMember: creator !== undefined,
});

/** Reads a document that a request names in a room, in one request. */
export const findInRoom = async (asked: AskedInRoom): Promise<FoundInRoom> =>
  foundIn(asked, await readAll(keysOf(asked)));

/** Who a reader is in the organization of a room, and the gate with the present rules of its policies. */
interface Entering {
  readonly here: ReaderIn;
  readonly gate: readonly WithPolicy<GateRecord>[];
  /** Undefined: the request names no document. */
  readonly found: FoundInRoom | undefined;
}

/** Of a gate with more policies, most of which have no rules, the others take more requests. */
const gateAtOnce = 50;

/**
 * Reads who a reader is in the organization of a room, the policies at its gate, and the document that the request names, in one request.
 */
export async function readEntering(
  organizationId: OrganizationId,
  reader: GroupReader,
  gate: readonly GateRecord[],
  asked: AskedInRoom | undefined,
): Promise<Entering> {
  const first = gate.slice(0, gateAtOnce);
  const ofDocument = asked ? keysOf(asked) : [];
  const [here, items] = await readerInWith(organizationId, reader, [
    ...ofDocument,
    ...keysOfPolicies(organizationId, first),
  ]);
  const others = gate.slice(gateAtOnce);
  return {
    here,
    gate: [
      ...withPolicies(first, items.slice(ofDocument.length)),
      ...(others.length > 0 ? await forReaders({ organization_id: organizationId }, others) : []),
    ],
    found: asked && foundIn(asked, items),
  };
}
