import { decryptMailSecret } from '../credentials/secrets.ts';
import type { MailItem } from '../data/mail/mails.ts';
import { baseUrl, mailChoicePath } from '../presentation/links.ts';
import { speak } from '../words/speak.ts';
import { accessRequestLetter } from './accessRequestLetter.ts';
import { endpointLetter } from './endpointLetter.ts';
import { firstReadingLetter } from './firstReadingLetter.ts';
import { invitationLetter } from './invitationLetter.ts';
import { keyEndLetter } from './keyEndLetter.ts';
import { type Composed, type Letter, say } from './letter.ts';
import { lostOwnershipLetter } from './lostOwnershipLetter.ts';
import { newOwnerLetter } from './newOwnerLetter.ts';
import { newVersionLetter } from './newVersionLetter.ts';
import { roomLetter } from './roomLetter.ts';
import { shareLetter } from './shareLetter.ts';

/** Returns the letter that is to be sent now for a mail; undefined when the subject of the mail has ended or has a newer mail. */
export async function compose(mail: MailItem, now: number): Promise<(Letter & Composed) | undefined> {
  const composed = await letterOf(mail, now);
  return (
    composed &&
    speak(composed.language, async () => ({
      ...composed,
      choice: {
        label: say('mail.stop', { name: composed.senderName }),
        url: baseUrl() + mailChoicePath(mail),
      },
    }))
  );
}

async function letterOf(mail: MailItem, now: number): Promise<Composed | undefined> {
  const { id, subject, secret, version_id, access_request, lost_ownership, room_access } = mail;
  if (room_access) return roomLetter(room_access, now);
  switch (subject.kind) {
    case 'invitation':
      return secret === undefined
        ? undefined
        : invitationLetter(subject, await decryptMailSecret(secret, id), now);
    case 'share':
      return version_id === undefined
        ? shareLetter(subject, id, now)
        : newVersionLetter(subject, version_id, now);
    case 'first_reading':
      return access_request === undefined
        ? firstReadingLetter(subject, mail.address_hash, now)
        : accessRequestLetter(subject.document_id, access_request, mail.address_hash, now);
    case 'endpoint_disabled':
      return endpointLetter(subject, mail.address_hash);
    case 'key_end':
      return keyEndLetter(subject, mail.address_hash, now);
    case 'new_owner':
      return lost_ownership === undefined
        ? newOwnerLetter(subject, mail.address_hash)
        : lostOwnershipLetter(subject, lost_ownership, mail.address_hash, now);
  }
}
