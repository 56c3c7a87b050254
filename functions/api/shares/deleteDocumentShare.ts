import { changeable, noSuchShare } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { withdrawShare } from '../../../shared/acts/shareDocument.ts';
import { deleteDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentShare } from '../../../shared/presentation/present.ts';

export const handler = operation(
  deleteDocumentShare,
  notByShare(async ({ principal, path, checkPreconditions }) => {
    const outcome = await withdrawShare({
      documentId: path.document_id,
      shareId: path.share_id,
      permitted: (found) => changeable(found, principal, 'may share a document'),
      by: principal,
      guard: (share) => checkPreconditions(presentShare(share)),
    });
    accepted(outcome, { no_share: noSuchShare });
    return {};
  }),
);
