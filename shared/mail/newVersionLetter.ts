import type { VersionId } from '../contract/identifiers.ts';
import { getDocumentAndVersion } from '../data/documents/versions.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { documentUrl } from '../presentation/present.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, say, serviceOf } from './letter.ts';
import { howToSignIn, openShare } from './openShare.ts';
import { languageFor } from './receiverLanguage.ts';

/**
 * Returns the mail about a new version, which is for a person who read the document by a share. Undefined when the share opens nothing any
 * more, or when the version was deleted. Readers may not learn who made the version, so the mail names the person who shared.
 */
export async function newVersionLetter(
  subject: Extract<MailSubject, { kind: 'share' }>,
  versionId: VersionId,
  now: number,
): Promise<Composed | undefined> {
  const [open, { version }] = await Promise.all([
    openShare(subject, now),
    getDocumentAndVersion(subject.document_id, versionId),
  ]);
  if (!open || !version) return undefined;
  const { share, document, organization, sharer } = open;
  const { email } = share;
  const { title } = document;
  const { name } = sharer;
  const language = await languageFor(email, sharer);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.newVersion', { title }),
    paragraphs: [
      say('mail.newVersionText', { through: serviceOf(organization), name }),
      say('mail.newVersionReady', { number: version.number }),
    ],
    title,
    action: { label: t('mail.openDocument'), url: documentUrl(document.id) },
    afterwards: [howToSignIn(share)],
    senderName: organization?.name ?? name,
  }));
}
