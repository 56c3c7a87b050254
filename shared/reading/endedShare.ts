import { ApiError, notFound } from '../access/errors.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { withCurrentNames } from '../data/policies/currentNames.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';

/** The 404 of a document for a person whose share of it ended. Clients of the API get the same as for a missing document. */
export class EndedShare extends ApiError {
  readonly share: ShareItem;

  constructor({ code, message, param }: ApiError, share: ShareItem) {
    super(code, message, param);
    this.share = share;
  }
}

/** Returns the 404 for a person whose share of a document ended. It does not tell of a document whose organization is deleted. */
export async function endedShare(document: DocumentItem, share: ShareItem): Promise<ApiError> {
  const missing = notFound('document', 'document_id');
  const isThere = await withCurrentNames({ document, attachments: [] });
  return isThere ? new EndedShare(missing, share) : missing;
}
