import type { Principal } from '../access/principal.ts';
import type { DocumentId, RoomId, VersionId } from '../contract/identifiers.ts';
import type { RecordedAsking } from './asking.ts';

interface Asked {
  readonly document_id: DocumentId;
  /** Undefined: the request names no version. */
  readonly version_id: VersionId | undefined;
  readonly room: RoomId | undefined;
}

/** Returns the question of an operation's caller who asks for a document's content. */
export const callerAsking = (principal: Principal, { document_id, version_id, room }: Asked) =>
  ({
    documentId: document_id,
    version: version_id,
    room,
    of: 'content',
    who: { kind: 'caller', principal },
    accepting: { user_id: principal.user.id },
    preview: undefined,
    isJson: true,
    reader: { principal, network: null },
    readerName: principal.user.id,
    view: undefined,
    isRobot: false,
    isHead: false,
  }) as const satisfies RecordedAsking;
