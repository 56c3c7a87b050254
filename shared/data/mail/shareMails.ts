import * as z from 'zod/mini';
import { type MailStatus, mailStatus } from '../../contract/enumerations.ts';
import { type DocumentId, type MailId, mailId, type ShareId } from '../../contract/identifiers.ts';
import { shareMailKey } from '../keys/shares.ts';
import { attributeUpdate, type Change } from '../table/commit.ts';
import { type Changes, hasChanged } from '../table/update.ts';

/** The latest mail of a share, with its status. This item lasts as long as the share, and the mail itself expires. */
export const shareMailItem = z.object({ mail_id: mailId, status: mailStatus });

/** Sets the latest mail of a share. Commit the change together with the mail. */
export const setShareMail = (
  documentId: DocumentId,
  shareId: ShareId,
  { id, status }: { readonly id: MailId; readonly status: MailStatus },
): Change =>
  attributeUpdate(shareMailKey(documentId, shareId), {
    UpdateExpression: 'SET mail_id = :id, #status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':id': id, ':status': status },
  });

/** Changes the status of a share's mail, unless the share has a newer mail. */
export async function changeShareMail(
  documentId: DocumentId,
  shareId: ShareId,
  mail_id: MailId,
  changes: Changes,
): Promise<void> {
  await hasChanged(shareMailKey(documentId, shareId), { ...changes, seen: { mail_id } });
}
