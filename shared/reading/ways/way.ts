import type { GroupId, RoomId } from '../../contract/identifiers.ts';
import type { SharedVersions } from '../../contract/resources/share.ts';
import type { CallerItem } from '../../data/callers/callers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { PlacedDocument } from '../../data/rooms/items.ts';
import type { ShareItem } from '../../data/shares/shareItems.ts';
import type { ReaderGroups } from '../../policies/allowedReaders.ts';
import type { Added } from '../../policies/combine.ts';
import type { Limits } from '../../policies/decide.ts';
import type { Attached } from '../../policies/ruleKinds.ts';
import type { Asking } from '../asking.ts';
import type { RoomEntrant, RoomManager } from '../rooms/entrant.ts';

/** A question to a way. */
export interface Question {
  readonly asking: Asking;
  /** Undefined: no document has the id. */
  readonly document: DocumentItem | undefined;
  /** Whether the document is open already, because it is public or by an earlier way. */
  readonly isOpen: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The answer of a way that opens the document. */
export interface Opens {
  readonly kind: 'opens';
  /** `manager`: rules of policies do not bind them. `colleague`: they see the names of people and policies. */
  readonly as: 'manager' | 'colleague' | 'invited';
  readonly share?: ShareItem;
  /** What the way has read about the caller, for the rules of policies. Default: nothing */
  readonly caller?: KnownCaller;
  /** Policies that bind this reading beside those of the document. Their maximum number is counted by itself. Default: none */
  readonly rules?: readonly Attached[];
  /** Limits that no policy sets. Default: none */
  readonly limits?: readonly (keyof Limits)[];
  /** Texts that the reader accepts first, once for the share. Default: none */
  readonly texts?: Added['texts'];
  /** The versions that are open. Default: all */
  readonly versions?: SharedVersions;
  /** The room by which the document is open. Default: it is open by none */
  readonly room?: RoomOfReading;
  /** Fields that the way adds to the details of entries. They must not contain names or addresses. Default: none */
  readonly record?: Readonly<Record<string, unknown>>;
}

/** A caller, and those of the groups of the document's organization to which they belong. */
export interface KnownCaller {
  readonly item: CallerItem | undefined;
  readonly among: (asked: readonly GroupId[]) => Promise<ReaderGroups>;
}

/** A room by which somebody reads a document. */
export interface RoomOfReading {
  readonly id: RoomId;
  /** Who they are to the room. */
  readonly entrant: RoomManager | RoomEntrant;
  /** Where the document stands in the room. */
  readonly placed: PlacedDocument;
  /** The gate of the room does not bind a person who manages the room, and they are not among its readers. */
  readonly isManager: boolean;
  /** Whether they manage the document. Their readings are in no figure of the document. */
  readonly managesDocument: boolean;
}

/** The answer of a way that would open the document, but not now. It counts only if no other way opens the document. */
export type Refuses =
  | {
      readonly kind: 'refused';
      /** The reader must prove their address again. */
      readonly reason: 'address_not_proven';
      /** When the last proof ended, in epoch milliseconds; null: there was none. */
      readonly at: number | null;
    }
  | {
      readonly kind: 'refused';
      /** A share that ended, or was withdrawn. For the reader the document is missing, and the page says who shared it. */
      readonly reason: 'share_ended';
      readonly share: ShareItem;
    }
  | {
      readonly kind: 'refused';
      readonly reason: 'expired';
      /** When the way ended, in epoch milliseconds. */
      readonly at: number;
    };

/** A way into documents, such as a share. */
export interface Way {
  /** The name of the way's file, and of the way in limits. */
  readonly name: string;
  /** Whether it is the way for requests that name a room. These ask no other way, and other requests do not ask it. */
  readonly isByRoom?: true;
  /** The partitions of the table that it reads, beside what its callers pass in. Each function with the door is granted them. */
  readonly reads: readonly string[];
  /**
   * Returns whether an open document is asked about too, because the way may add something. It must decide without a read, so that most
   * readings cost nothing.
   */
  readonly mayAdd: (document: DocumentItem) => boolean;
  /**
   * Returns whether the way opens the document; undefined: there is no such way for this reader. Makes the same reads whether or not the
   * document exists. Throws an ApiError that refuses the request whatever the document is. It is called at most once for each question to
   * the door.
   */
  readonly find: (question: Question) => Promise<Opens | Refuses | undefined>;
}
