import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import type { RoomItemState } from '../../contract/resources/room.ts';

/** The item after which another one comes, or `first`. Undefined: it comes last. */
export type After = RoomItemId | 'first' | undefined;

/** An item to be added: a folder with a name, or a document. */
export type GivenItem = {
  /** null: the top */
  readonly parent_id: RoomItemId | null;
  readonly after: After;
  readonly state: RoomItemState;
  /** RFC 3339; null: it is shown at once. */
  readonly opens_at: string | null;
} & ({ readonly name: string } | { readonly document_id: DocumentId });

/** A limit that a change of a room would exceed. */
export type RoomLimit = 'items' | 'folders' | 'levels' | 'items of a folder';
