import * as z from 'zod/mini';
import { mailStatus } from '../../contract/enumerations.ts';
import { type DocumentId, mailId, type ShareId } from '../../contract/identifiers.ts';
import { attributeUpdate, type Change } from '../table/commit.ts';
import { shareMailKey } from '../table/keys.ts';
import { type Changes, hasChanged } from '../table/update.ts';
import type { MailItem } from './mails.ts';

/** The latest mail of a share, and what became of it. The mail itself expires, which a share need not. */
export const shareMailItem = z.object({ mail_id: mailId, status: mailStatus });

/** Sets the latest mail of a share, which is committed together with the mail. */
export const setShareMail = (
  documentId: DocumentId,
  shareId: ShareId,
  { id, status }: Pick<MailItem, 'id' | 'status'>,
): Change =>
  attributeUpdate(shareMailKey(documentId, shareId), {
    UpdateExpression: 'SET mail_id = :id, #status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':id': id, ':status': status },
  });

/**
 * Makes the changes of a mail's status for its share too; not for other mails, nor if the share has a newer mail. It comes before the change
 * of the mail itself: a worker that is killed in between then repeats both.
 */
export async function changeShareMail({ id, subject }: MailItem, changes: Changes): Promise<void> {
  if (subject.kind !== 'share') return;
  const key = shareMailKey(subject.document_id, subject.share_id);
  await hasChanged(key, { ...changes, seen: { mail_id: id } });
}
