import type { DocumentId, Ulid } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { staleCopiesKey } from '../keys/documents.ts';
import { duePlace } from '../keys/work.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalIfThere,
  type Write,
  writeBookkeeping,
} from '../table/commit.ts';
import { newUlid } from '../table/ids.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import type { PlacedDocument } from './items.ts';

/**
 * Places in rooms have copies of the state of their documents. A change of a document that makes its copies stale also makes their update
 * due. A worker updates them at once, and again when the places that other requests wrote meanwhile are in the index.
 */

/** Returns the state of a document that its places in rooms have a copy of. `document`: undefined if it is deleted */
export function stateInRooms(
  document:
    | Pick<
        DocumentItem,
        'organization_id' | 'current_version' | 'access_level' | 'created_by' | 'deletion_id'
      >
    | undefined,
  organizationId: DocumentItem['organization_id'],
): Pick<PlacedDocument, 'absent' | 'private_of'> {
  if (document?.organization_id !== organizationId || document.deletion_id !== undefined)
    return { absent: 'deleted' };
  const { current_version, access_level, created_by } = document;
  return {
    ...(current_version === null && { absent: 'unready' as const }),
    ...(access_level === 'private' && { private_of: created_by.id }),
  };
}

/** Returns whether two copies of the state of a document are the same. */
export const isSameState = (
  one: Pick<PlacedDocument, 'absent' | 'private_of'>,
  other: Pick<PlacedDocument, 'absent' | 'private_of'>,
): boolean => one.absent === other.absent && one.private_of === other.private_of;

/** A due update of the copies of a document's state. `copies`: its name, with the time of the change */
export interface StaleCopies {
  readonly document_id: DocumentId;
  readonly copies: Ulid;
}

/** Returns the update that a change of a document makes due; undefined: none, because no room has it or nothing changes for rooms. */
export function staleCopiesOf(
  before: DocumentItem,
  after: DocumentItem | undefined,
): StaleCopies | undefined {
  if (!before.in_rooms) return undefined;
  const [then, now] = [before, after].map((one) => stateInRooms(one, before.organization_id));
  return then && now && !isSameState(then, now) ? { document_id: before.id, copies: newUlid() } : undefined;
}

/** Makes an update due at `now` (epoch milliseconds). */
export const updateCopies = (stale: StaleCopies, now: number): Change =>
  creation(
    {
      ...staleCopiesKey(stale.document_id, stale.copies),
      ...duePlace(stale.document_id, now + sendGraceMilliseconds),
    },
    { ...stale, due_at_ms: now + sendGraceMilliseconds },
  );

export const endUpdateOfCopies = ({ document_id, copies }: StaleCopies): Bookkeeping =>
  bookkeeping('following', removalIfThere(staleCopiesKey(document_id, copies)));

/** Writes what follows in a room from a recorded change of a document, all or nothing. */
export const commitInRoom = (writes: readonly Write[]): Promise<unknown> =>
  writeBookkeeping(writes.map((write) => bookkeeping('following', write)));
