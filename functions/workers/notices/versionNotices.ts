import { getDocumentAndVersion, toldOf, type VersionItem } from '../../../shared/data/documents/versions.ts';
import { createMail, type MailItem } from '../../../shared/data/mail/mails.ts';
import type { CountedShare } from '../../../shared/data/shares/countedShares.ts';
import { hasEnded } from '../../../shared/data/shares/ends.ts';
import { listShares } from '../../../shared/data/shares/shares.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { personBehind, prepareNotice, sendsMail } from '../../../shared/mail/prepareMail.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceNotice } from '../../../shared/queues/mail.ts';
import type { ProcessVersionMessage } from '../../../shared/queues/messages.ts';

/**
 * One transaction makes the mails of this many shares, and notes on the version how far the list was read. A transaction can have 100 items
 * (Amazon DynamoDB, "TransactWriteItems").
 */
const sharesAtOnce = 90;

/**
 * Makes the mails about a version that became ready, if its readers are still to be told: one for each open share by which somebody read
 * the document. A killed worker loses no mail and makes none twice: the version stays due, and the next worker goes on where the last
 * transaction ended.
 */
export async function tellReaders(message: ProcessVersionMessage): Promise<void> {
  while (await retryOnConflict(() => tellSome(message), patientWorker));
}

/** Makes the mails of some shares. Returns whether there is more to do. */
async function tellSome({ document_id, version_id }: ProcessVersionMessage): Promise<boolean> {
  const { document, version } = await getDocumentAndVersion(document_id, version_id);
  if (version?.notify_readers === undefined || version.processing_status !== 'ready') return false;
  const now = Date.now();
  const isTold = document !== undefined && sendsMail() && (document.share_count ?? 0) > 0;
  const { items, next } = isTold
    ? await listShares(document_id, version.told_until, sharesAtOnce, now)
    : { items: [], next: undefined };
  const readers = items.filter((share) => share.read !== undefined && !hasEnded(share, now));
  const sender = document && readers.length > 0 ? tenantOf(document) : undefined;
  const caused_by = sender && (await personBehind(version.created_by.id, sender));
  const mails = sender ? readers.map((share) => noticeOf(version, share, { sender, caused_by })) : [];
  await writeBookkeeping([toldOf(version, next), ...mails.map(createMail)]);
  await Promise.all(mails.map(announceNotice));
  return next !== undefined;
}

const noticeOf = (
  { id: version_id }: VersionItem,
  { id: share_id, document_id, email }: CountedShare,
  by: Pick<MailItem, 'sender' | 'caused_by'>,
): MailItem => prepareNotice({ ...by, email, subject: { kind: 'share', document_id, share_id }, version_id });
