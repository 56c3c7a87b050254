/** Makes rooms in the table that the environment names, as requests of the API would. */
import { type DocumentId, type RoomItemId, ulidOf } from '../../../shared/contract/identifiers.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import type { AccessSubject } from '../../../shared/data/keys/rooms.ts';
import { type AccessRecord, createAccess } from '../../../shared/data/rooms/access.ts';
import { createGate } from '../../../shared/data/rooms/gate.ts';
import {
  createFolder,
  type FolderRecord,
  type PlacedDocument,
  placeDocument,
} from '../../../shared/data/rooms/items.ts';
import { createRoom, newRoom, type RoomRecord } from '../../../shared/data/rooms/rooms.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';

type Given<T> = Partial<Omit<T, 'id' | 'revision'>>;

/** A room with functions that put something into it. */
export interface StoredRoom {
  readonly record: RoomRecord;
  readonly id: RoomRecord['id'];
  addFolder(given?: Given<FolderRecord>): Promise<FolderRecord>;
  addDocument(id: DocumentId, given?: Given<PlacedDocument>): Promise<PlacedDocument>;
  /** Default: for the whole room */
  grant(
    subject: AccessSubject,
    level: AccessRecord['level'],
    given?: Given<AccessRecord>,
  ): Promise<AccessRecord>;
  addToGate(policy: { readonly id: `pol_${string}`; readonly name: string }): Promise<void>;
}

/** Makes a room of the organization in which a person acts. */
export async function storedRoom(creator: CallerItem, given: Given<RoomRecord> = {}): Promise<StoredRoom> {
  const { id: userId, name, current_organization_id: organization_id } = creator;
  if (organization_id === null) throw new Error(`${userId} acts in no organization`);
  const created_by = { id: userId, type: 'user_account', name } as const;
  const times = { opens_at: null, closes_at: null };
  const texts = { name: 'Room', description: null, numbering: 'personal' } as const;
  const room = { ...newRoom({ organization_id, created_by, ...texts, ...times }), ...given };
  const [record] = await transact([createRoom(room)]);
  const { id } = record;
  let placed = 0;
  const item = () => ({
    parent_id: null,
    order: `a${String(placed++).padStart(4, '0')}`,
    state: 'open' as const,
    opens_at: null,
    created_at: new Date().toISOString(),
    revision: 1,
  });
  return {
    record,
    id,
    async addFolder(folder = {}) {
      const made = { id: newId('itm'), name: 'Folder', document_count: 0, ...item(), ...folder };
      const [stored] = await transact([createFolder(id, made)]);
      return stored;
    },
    async addDocument(document_id, document = {}) {
      const [stored] = await transact(
        placeDocument(id, { document_id, added: newUlid(), ...item(), ...document }, undefined),
      );
      return stored;
    },
    async grant(subject, level, entry = {}) {
      const made = {
        id: newId('rac'),
        room_id: id,
        organization_id,
        item_id: null,
        ...subject,
        level,
        expires_at: null,
        created_by,
        revision: 1,
        ...entry,
      };
      const [stored] = await transact([createAccess(made, undefined)]);
      return stored;
    },
    async addToGate(policy) {
      const attached_at = new Date().toISOString();
      await transact(createGate(record, { room_id: id, attached_at, attached_by: created_by, policy }));
    },
  };
}

/** Returns the fields of an access entry for a document of a room. */
export const forDocument = ({
  document_id,
  added,
}: PlacedDocument): { readonly item_id: RoomItemId; readonly item_added: string } => ({
  item_id: `itm_${ulidOf(document_id)}`,
  item_added: added,
});
