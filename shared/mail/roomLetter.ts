import { getGroupEntry } from '../data/groups/entries.ts';
import type { MailItem } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { getMessage } from '../data/rooms/accessMails.ts';
import { getFrame } from '../data/rooms/frame.ts';
import { findAccess, type ListedAccess } from '../data/rooms/listedAccess.ts';
import type { RoomRecord } from '../data/rooms/rooms.ts';
import { hasEnded } from '../data/shares/ends.ts';
import { roomUrl } from '../presentation/links.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say } from './letter.ts';
import { languageFor } from './receiverLanguage.ts';

type About = NonNullable<MailItem['room_access']>;

/**
 * Returns the mail about an access entry of a room; undefined when the entry opens nothing any more, or when the address is no longer in
 * the group.
 */
export async function roomLetter(about: About, now: number): Promise<Composed | undefined> {
  const { room_id, access_id } = about;
  const [frame, message] = await Promise.all([getFrame(room_id), getMessage({ id: access_id, room_id })]);
  const access = frame && (await findAccess(frame, access_id, now));
  if (!access || access.level === 'none' || hasEnded(access, now) || isOver(frame.room, now))
    return undefined;
  const [email, { caller: sharer, organization }] = await Promise.all([
    addressFor(access, about),
    getMembership(access.created_by.id, frame.room.organization_id),
  ]);
  if (email === undefined || !sharer || !organization) return undefined;
  const { room } = frame;
  const { name } = sharer;
  const language = await languageFor(email, sharer);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.room', { name, title: room.name }),
    paragraphs: [say('mail.roomText', { name, organization: organization.name })],
    title: room.name,
    quoted: message || undefined,
    action: { label: t('mail.openRoom'), url: roomUrl(room.id) },
    afterwards: [...timesOf(room, access, email, now), t('mail.unknownSender')],
    senderName: organization.name,
  }));
}

const isOver = ({ closes_at }: RoomRecord, now: number): boolean =>
  closes_at !== null && Date.parse(closes_at) <= now;

/** Returns the address that a mail goes to; undefined: the group has it no longer, or is deleted. */
async function addressFor({ email, group_id }: ListedAccess, { group }: About): Promise<string | undefined> {
  if (group === undefined) return email;
  return group.group_id === group_id
    ? (await getGroupEntry(group.group_id, group.entry_id))?.email
    : undefined;
}

/** Returns the sentences that say with which address, from when and until when the receiver enters the room. */
function timesOf(room: RoomRecord, { expires_at }: ListedAccess, email: string, now: number): string[] {
  const ends = [expires_at, room.closes_at].filter((end) => end !== null);
  const [end] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return [
    end === undefined
      ? say('mail.roomSignIn', { email })
      : say('mail.roomSignInUntil', { email, time: minuteOf(end) }),
    ...(room.opens_at !== null && Date.parse(room.opens_at) > now
      ? [say('mail.roomOpens', { time: minuteOf(room.opens_at) })]
      : []),
  ];
}
