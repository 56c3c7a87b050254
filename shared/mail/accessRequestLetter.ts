import type { DocumentId } from '../contract/identifiers.ts';
import { getCaller } from '../data/callers/callers.ts';
import { getDocument } from '../data/documents/documents.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailItem } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { getAccessRequest } from '../data/shares/accessRequests.ts';
import { baseUrl, managementPath } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say, serviceOf } from './letter.ts';
import { languageOf } from './receiverLanguage.ts';

/**
 * Returns the mail about a request for access, which is for a person who may share the document. Undefined when the request was answered or
 * declined, when the person does not manage the document any more, or when their address has changed. It has the proven address of the
 * person who asks, and nothing that this person wrote.
 */
export async function accessRequestLetter(
  document_id: DocumentId,
  { request_id, user_id }: NonNullable<MailItem['access_request']>,
  addressHash: string,
  now: number,
): Promise<Composed | undefined> {
  const [document, request] = await Promise.all([
    getDocument(document_id),
    getAccessRequest(document_id, request_id, now),
  ]);
  if (!document || !request) return undefined;
  const { organization_id, access_level, created_by, title } = document;
  const {
    caller: receiver,
    organization,
    member,
  } = organization_id === null
    ? { caller: await getCaller(user_id), organization: undefined, member: undefined }
    : await getMembership(user_id, organization_id);
  const isCreator = created_by.id === user_id;
  const isOwner = member?.role === 'owner' && access_level !== 'private';
  const manages = organization_id === null ? isCreator : organization && member && (isCreator || isOwner);
  const email = receiver?.email ? normalizedEmail(receiver.email) : undefined;
  if (!manages || receiver?.disabled_at !== null || !email || addressHashOf(email) !== addressHash)
    return undefined;
  const { email: asker, expires_at_seconds } = request;
  const language = languageOf(receiver);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.access', { email: asker, title }),
    paragraphs: [
      say('mail.accessText', { through: serviceOf(organization) }),
      say('mail.accessWho', { email: asker }),
    ],
    title,
    action: { label: t('mail.accessAction'), url: baseUrl() + managementPath(document_id) },
    afterwards: [say('mail.accessIgnore', { time: minuteOf(expires_at_seconds * 1000) })],
    senderName: organization?.name ?? receiver.name,
  }));
}
