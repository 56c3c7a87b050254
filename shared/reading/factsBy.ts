import type { Principal } from '../access/principal.ts';
import type { DocumentId, RoomId, VersionId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { listAllAttachments } from '../data/policies/attachments.ts';
import { type FactsStanding, standingOf } from './standing.ts';
import type { Way } from './ways/way.ts';

/** The request of an operation about a document. */
export interface FactsRequest {
  readonly principal: Principal;
  readonly path: { readonly document_id: DocumentId; readonly version_id?: VersionId };
  readonly query: { readonly room?: RoomId | undefined };
}

/**
 * Returns a function that asks some ways, and returns the standing of an operation's caller to a document whose facts they ask for. Throws
 * 404 if the document is missing or not open to the caller, or if the room that the request names is; and 403 with the reason if a policy
 * refuses a caller with a share, or if the room or its gate refuses the caller.
 *
 * @param document the document that was loaded; undefined if it is missing
 * @param attachments returns the attachments of the document. Default: reads them
 */
export const factsBy =
  (list: readonly Way[]) =>
  (
    { principal, path: { document_id, version_id }, query: { room } }: FactsRequest,
    document: DocumentItem | undefined,
    attachments = () => listAllAttachments(document_id),
  ): Promise<FactsStanding> =>
    standingOf(
      { document, attachments },
      {
        documentId: document_id,
        version: version_id,
        room,
        of: 'facts',
        who: { kind: 'caller', principal },
        accepting: { user_id: principal.user.id },
        preview: undefined,
        isJson: true,
      },
      Date.now(),
      list,
    );
