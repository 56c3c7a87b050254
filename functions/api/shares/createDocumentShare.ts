import { changeable, stillChangeable, tooManyShares } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { shareDocument } from '../../../shared/acts/shareDocument.ts';
import { createDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { post } from '../../../shared/http/post.ts';
import { sendsMail } from '../../../shared/mail/prepareMail.ts';
import { presentShare } from '../../../shared/presentation/present.ts';
import { shareInWords } from '../../../shared/presentation/shareInWords.ts';
import { newEmail } from '../../../shared/text/newAddress.ts';

export const handler = post(
  createDocumentShare,
  notByShare(async ({ principal, path, body, answer }) => {
    const { send_mail = sendsMail(), ...given } = body;
    const email = newEmail(given.email);
    if (email === undefined) throw wrongField('email', 'must be an e-mail address', given.email);
    if (send_mail && !sendsMail())
      throw wrongField('send_mail', 'must be false: this stage sends no mail', send_mail);
    const outcome = await shareDocument(
      {
        ...given,
        email,
        send_mail,
        documentId: path.document_id,
        permitted: (found) => changeable(found, principal, 'may share a document'),
        by: principal,
        sharer: principal.user,
      },
      (share, commit) => answer(presentShare(share), commit),
    );
    return accepted(outcome, {
      ends_in_the_past: () => wrongField('expires_at', 'must be in the future', given.expires_at),
      shared_already: (share) => wrongField('email', shareInWords(share), given.email),
      is_creator: () =>
        wrongField('email', 'is that of the document’s creator, who can read it anyway', given.email),
      too_many_shares: tooManyShares,
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);
