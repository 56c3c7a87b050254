import { notFound } from '../../access/errors.ts';
import type { Principal } from '../../access/principal.ts';
import { notProvenFor } from '../../access/shares.ts';
import type { MemberRole } from '../../contract/enumerations.ts';
import type { OrganizationId } from '../../contract/identifiers.ts';
import { getCaller } from '../../data/callers/callers.ts';
import { forReaders, type WithPolicy } from '../../data/policies/currentNames.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import { type AskedInRoom, type FoundInRoom, findInRoom, readEntering } from '../../data/rooms/entering.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import type { GateRecord } from '../../data/rooms/gate.ts';
import type { PlacedDocument } from '../../data/rooms/items.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { type Tree, treeOf } from '../../data/rooms/tree.ts';
import { noOrganizationId } from '../../data/table/ids.ts';
import type { ReaderGroups } from '../../policies/allowedReaders.ts';
import type { Who } from '../asking.ts';
import { type CallerFacts, factsOf, groupReaderOf, readerWith } from './facts.ts';
import { grantedDocuments, isGranted } from './granted.ts';
import { entriesFor, type RoomReader } from './reader.ts';
import { closedAt, type RoomClosed } from './refusal.ts';

interface Entered {
  /** The document that the request names. Absent: it names none. */
  readonly found?: FoundInRoom | undefined;
}

/** Somebody who manages a room. */
export interface RoomManager extends Entered {
  readonly kind: 'manager';
  /** Their role in the organization of the room. */
  readonly role: MemberRole;
  readonly frame: Frame;
  readonly tree: Tree;
}

/** Somebody who may enter a room and does not manage it. */
export interface RoomEntrant extends Entered {
  readonly kind: 'reader';
  readonly frame: Frame;
  readonly tree: Tree;
  readonly reader: RoomReader;
  readonly facts: CallerFacts;
  /** The groups to which they belong, of those in access entries and in policies at the gate. */
  readonly groups: ReaderGroups;
  /** The access entries that are for them and have not ended. */
  readonly entries: readonly AccessRecord[];
  /** Reads the documents that have such an entry of their own with `view` or `download`. It reads them once. */
  readonly granted: () => Promise<readonly PlacedDocument[]>;
  /** The policies at the gate, with the rules that they have now. */
  readonly gate: readonly WithPolicy<GateRecord>[];
  /** Why the room is not open to readers now. Undefined: it is open. */
  readonly closed: RoomClosed | undefined;
}

/** What a question about a room says beside who asks. */
export interface RoomQuestion {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The parameter that names the room. Default: `room_id` */
  readonly param?: string;
  /** The caller's own item, if it is being read. Default: reads it */
  readonly caller?: ReturnType<typeof getCaller> | undefined;
  /** The document that the request names in the room. It is read in the same request, and returned. Default: none */
  readonly asked?: AskedInRoom | undefined;
  /** Who the caller is in the room's organization, if that was read. Default: reads it */
  readonly facts?: CallerFacts;
}

/**
 * Returns who somebody is to a room, without asking its gate and whether it is open. Throws 401 for somebody who must sign in first, 404
 * for a room that is missing or may not be entered, and 403 for somebody who must prove their address again to enter. Also reads who the
 * caller is if the room is missing, so that response times tell less.
 */
export async function entrantOf(
  frame: Frame | undefined,
  who: Who,
  { now, param = 'room_id', caller, asked, facts: known }: RoomQuestion,
): Promise<RoomManager | RoomEntrant> {
  if (who.kind === 'nobody') throw who.signInFirst();
  const { principal } = who;
  const organizationId = frame?.room.organization_id ?? noOrganizationId;
  const role =
    principal.organization_id === organizationId ? principal.role : await who.roleIn?.(organizationId);
  const tree = treeOf(frame?.folders ?? []);
  if (frame && role && manages(frame.room, principal, role))
    return { kind: 'manager', role, frame, tree, found: asked && (await findInRoom(asked)) };

  const { facts, gate, found } = known
    ? { facts: known, gate: await forReaders({ organization_id: organizationId }, frame?.gate ?? []) }
    : await readFacts(principal, frame, organizationId, { now, caller, asked });
  const access = frame?.access ?? [];
  const groups = await facts.here.among([
    ...new Set([
      ...access.flatMap(({ group_id }) => group_id ?? []),
      ...gate.flatMap(({ policy }) => policy.rules.allowed_groups ?? []),
    ]),
  ]);
  const missing = notFound('room', param);
  if (!frame || !facts.here.isThere || isBoundElsewhere(principal, organizationId)) throw missing;

  const entrantAs = (reader: RoomReader): RoomEntrant => {
    const entries = entriesFor(access, reader, now);
    let granted: Promise<readonly PlacedDocument[]> | undefined;
    return {
      kind: 'reader',
      frame,
      tree,
      reader,
      facts,
      groups,
      entries,
      granted: () => {
        granted ??= grantedDocuments(frame, tree, entries);
        return granted;
      },
      gate,
      found,
      closed: closedAt(frame.room, now),
    };
  };
  const entrant = entrantAs(readerWith(facts, groups));
  if (await mayEnter(entrant, found?.placed)) return entrant;
  if (!facts.isProven && (await mayEnter(entrantAs(readerWith(facts, groups, true)))))
    throw notProvenFor('rooms');
  throw missing;
}

/** Reads who a caller is in the organization of a room, the policies at its gate and the document that the request names. */
async function readFacts(
  principal: Principal,
  frame: Frame | undefined,
  organizationId: OrganizationId,
  { now, caller: isRead, asked }: RoomQuestion,
) {
  const caller = await (isRead ?? getCaller(principal.user.id));
  const reader = groupReaderOf(principal, caller);
  const { here, gate, found } = await readEntering(organizationId, reader, frame?.gate ?? [], asked);
  return { facts: factsOf(caller, here, now), gate, found };
}

/** Returns whether a member manages a room: its creator, and the owners and admins of its organization. */
export const manages = (
  { created_by }: Pick<RoomRecord, 'created_by'>,
  { user }: Pick<Principal, 'user'>,
  role: NonNullable<Principal['role']>,
): boolean => created_by.id === user.id || role === 'owner' || role === 'admin';

const isBoundElsewhere = ({ bound, organization_id }: Principal, organizationId: OrganizationId): boolean =>
  bound && organization_id !== organizationId;

/**
 * Returns whether a reader has an entry with `view` or `download` for the room or for something in it, even if that is hidden.
 *
 * @param placed a document that was read. Default: none
 */
export async function mayEnter(
  { frame, entries, tree, granted }: Pick<RoomEntrant, 'frame' | 'entries' | 'tree' | 'granted'>,
  placed?: PlacedDocument,
): Promise<boolean> {
  const isForRoomOrFolder = entries.some(
    ({ item_id, item_added, level }) =>
      level !== 'none' && (item_id === null || tree.folders.get(item_id)?.created_at === item_added),
  );
  if (isForRoomOrFolder) return true;
  const isForPlaced = placed !== undefined && isGranted(frame, tree, entries, placed);
  return isForPlaced || (await granted()).length > 0;
}
