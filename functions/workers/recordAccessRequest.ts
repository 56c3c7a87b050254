import { hasProven } from '../../shared/access/shares.ts';
import { accessRequestsMax } from '../../shared/contract/limits.ts';
import { type CallerItem, getCaller } from '../../shared/data/callers/callers.ts';
import { type DocumentItem, getDocument, replaceDocument } from '../../shared/data/documents/documents.ts';
import { getMembership } from '../../shared/data/organizations/membership.ts';
import {
  createAccessRequest,
  listAccessRequests,
  newAccessRequest,
} from '../../shared/data/shares/accessRequests.ts';
import { hasEnded } from '../../shared/data/shares/ends.ts';
import { getShareWith } from '../../shared/data/shares/sharedWith.ts';
import { patientWorker, retryOnConflict } from '../../shared/data/table/conflict.ts';
import { loadAudience } from '../../shared/events/audience.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { accessRequestRecord } from '../../shared/events/records/shares.ts';
import { prepareAccessMail, sendsMail } from '../../shared/mail/prepareMail.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { tenantOf } from '../../shared/queues/groups.ts';
import { announceMail } from '../../shared/queues/mail.ts';
import { type RecordAccessRequestMessage, recordAccessRequestMessage } from '../../shared/queues/messages.ts';
import { normalizedEmail } from '../../shared/text/emailAddress.ts';
import { accessReceivers } from './notices/accessReceivers.ts';

/**
 * Records a request for access and mails the people who may share the document. Drops the request silently if the document does not exist,
 * if it has the most open requests, if the person has one already or can open the document, or if nobody may share it.
 */
export const handler = consumer(recordAccessRequestMessage, (message) =>
  retryOnConflict(() => record(message), patientWorker),
);

async function record({ document_id, user_id, credential }: RecordAccessRequestMessage): Promise<void> {
  const now = Date.now();
  const [document, person] = await Promise.all([getDocument(document_id), getCaller(user_id)]);
  const email = person && askingAddress(person, now);
  if (!document || !person || email === undefined) return;
  const requests = await listAccessRequests(document_id, now);
  if (requests.length >= accessRequestsMax || requests.some((request) => request.email === email)) return;
  if (await opensOrIsGone(document, person, email, now)) return;
  const receivers = await accessReceivers(document);
  if (!receivers) return;

  const request = newAccessRequest(document, person, email, now);
  const sender = tenantOf(document);
  const prepared = (sendsMail() ? receivers : []).map((receiver) =>
    prepareAccessMail(request, { ...receiver, sender }, now),
  );
  const mails = (await Promise.all(prepared)).filter((mail) => mail !== undefined);
  const { id, type, name } = person;
  await commitChange({
    audience: await loadAudience(document.organization_id),
    records: [accessRequestRecord(request, document, { user: { id, type, name }, staff: false, credential })],
    writes: [
      createAccessRequest(request, now),
      // The document is written too, so that concurrent requests conflict and cannot exceed the limit, and so that no request is made for a
      // document that is deleted, handed over or shared meanwhile.
      replaceDocument(document),
      ...mails.flatMap(({ writes }) => writes),
    ],
    announce: async () => {
      await Promise.all(mails.map(({ mail }) => announceMail(mail)));
    },
  });
}

/** Returns the address of a person who may ask; undefined if they are disabled, or have not proven it recently. */
const askingAddress = (person: CallerItem, now: number): string | undefined =>
  person.email !== null && person.disabled_at === null && hasProven(person, now)
    ? normalizedEmail(person.email)
    : undefined;

/** Returns whether the person can open the document without the request, or whether its organization is deleted. */
async function opensOrIsGone(
  { id, organization_id, access_level, created_by }: DocumentItem,
  person: CallerItem,
  email: string,
  now: number,
): Promise<boolean> {
  const isCreator = created_by.id === person.id;
  if (access_level === 'public' || (organization_id === null && isCreator)) return true;
  const [share, membership] = await Promise.all([
    getShareWith(id, email, now),
    organization_id === null ? undefined : getMembership(person.id, organization_id),
  ]);
  // null: a later release made the share.
  if (share === null || (share && !hasEnded(share, now))) return true;
  if (!membership) return false;
  const { organization, member } = membership;
  return !organization || (member !== undefined && (isCreator || access_level !== 'private'));
}
