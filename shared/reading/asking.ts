import type { Principal } from '../access/principal.ts';
import type { MemberRole } from '../contract/enumerations.ts';
import type { DocumentId, OrganizationId, RoomId, VersionId } from '../contract/identifiers.ts';
import type { AcceptingReader } from '../data/reading/acknowledgements.ts';
import type { RecordedReader } from '../events/reading.ts';

/**
 * Returns the role of the person who asks in an organization; undefined: they are not a member. The organization is null if the document is
 * missing or has no organization.
 */
export type RoleLookup = (organizationId: OrganizationId | null) => Promise<MemberRole | undefined>;

/** The person or program that asks. Their rights decide what they get. */
export type Who =
  | {
      readonly kind: 'nobody';
      /** Returns the 401 error for a document that needs a sign-in. */
      readonly signInFirst: () => Error;
    }
  | {
      readonly kind: 'caller';
      readonly principal: Principal;
      /**
       * Given for a credential that opens the documents of all organizations of its person: a session on a page. Undefined for an API key,
       * and for operations of the API: these open the documents of the organization in which the caller acts.
       */
      readonly roleIn?: RoleLookup;
    };

/** A question to the door: who asks, and for what. */
export interface Asking {
  readonly documentId: DocumentId;
  /** The version that the request names. Undefined: it names none. */
  readonly version: VersionId | undefined;
  /**
   * The room that the request names. The reading is by this room only. Undefined: it names none, and rooms open nothing. A malformed id is
   * `noRoomId`, which names no room.
   */
  readonly room: RoomId | undefined;
  /**
   * `content`: what the pages of a document show. `facts`: what operations of the API answer about a document, such as its title. Members
   * of the organization get facts whatever the policies are, and an access level `public` opens no facts to others.
   */
  readonly of: 'content' | 'facts';
  readonly who: Who;
  /** The person or browser whose acceptances of texts count; null for a browser that has accepted nothing yet. */
  readonly accepting: AcceptingReader | null;
  /** Set if the request asks for the view of a reader. For people who manage the document, this is a preview. */
  readonly preview: Preview | undefined;
  /** Whether the answer is JSON and not a page. */
  readonly isJson: boolean;
}

export interface Preview {
  /** The name of the texts that a manager accepted in the preview. They count as accepted there. Undefined: none. */
  readonly texts: string | undefined;
}

/** A question whose answer is recorded, with the facts for the record. */
export interface RecordedAsking extends Asking {
  /** The reader in entries. It can be an API key that may not read, and opens only what everybody may open. */
  readonly reader: RecordedReader;
  /** The name of the reader in views: the id of an account, or `anonymousReader`. */
  readonly readerName: string;
  /** The view that the request names, unchecked. */
  readonly view: string | undefined;
  /** Whether the reader has no account and says that it is a robot. Its readings are on the record, and in no figure. */
  readonly isRobot: boolean;
  /** True for HEAD. It reads nothing and leaves no record. */
  readonly isHead: boolean;
}
