import { noSuchShare } from '../../../shared/access/documents.ts';
import { forbidden } from '../../../shared/access/errors.ts';
import { ownShareOf } from '../../../shared/access/shares.ts';
import { endOwnShare } from '../../../shared/acts/endOwnShare.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { deleteOwnShare } from '../../../shared/contract/operations/shares.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteOwnShare, async ({ principal, path: { document_id } }) => {
  if (principal.bound)
    throw forbidden('Your API key is bound to an organization. Use a session, or a key that is not bound.');
  const outcome = await endOwnShare({
    documentId: document_id,
    ownShare: ownShareOf(document_id, principal),
    by: principal,
  });
  accepted(outcome, { no_share: noSuchShare });
  return {};
});
