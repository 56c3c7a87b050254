import { changeable, noSuchShare, stillChangeable } from '../../../shared/access/documents.ts';
import { invalidRequest, tooManyMails } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { sendShare } from '../../../shared/acts/shareDocument.ts';
import type { ShareId } from '../../../shared/contract/identifiers.ts';
import { sendDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { post } from '../../../shared/http/post.ts';
import { presentShare } from '../../../shared/presentation/present.ts';

export const handler = post(
  sendDocumentShare,
  notByShare(async ({ principal, path, answer }) => {
    const outcome = await sendShare(
      {
        documentId: path.document_id,
        shareId: path.share_id,
        permitted: (found) => changeable(found, principal, 'may share a document'),
        by: principal,
      },
      (share, commit) => answer(presentShare(share), commit),
    );
    return accepted(outcome, {
      no_share: noSuchShare,
      has_ended: () => notSent(path.share_id, 'The share has ended.'),
      no_mail: () => notSent(path.share_id, 'This stage sends no mail. Pass on the url yourself.'),
      too_many_mails: tooManyMails,
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);

const notSent = (share_id: ShareId, message: string) =>
  invalidRequest({
    code: 'invalid_value',
    location: 'path.share_id',
    param: 'share_id',
    message,
    value: share_id,
  });
