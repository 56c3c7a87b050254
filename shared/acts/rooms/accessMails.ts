import type { MailStatus } from '../../contract/enumerations.ts';
import { ulidOf } from '../../contract/identifiers.ts';
import { mailedGroupEntriesMax } from '../../contract/limits.ts';
import { listEveryGroupEntry } from '../../data/groups/entries.ts';
import { createMail, type MailItem } from '../../data/mail/mails.ts';
import type { AccessSubject } from '../../data/rooms/access.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { type Bookkeeping, writeBookkeeping } from '../../data/table/commit.ts';
import type { By } from '../../events/records/record.ts';
import { personBehind, prepareMail, prepareUncounted } from '../../mail/prepareMail.ts';
import { announceMail } from '../../queues/mail.ts';
import { type Refused, refuse } from '../refusal.ts';

type About = Pick<NonNullable<MailItem['room_access']>, 'room_id' | 'access_id'>;

interface Mailed {
  readonly mails: readonly MailItem[];
  readonly state: MailStatus;
  /** The writes for the transaction of the access entry. */
  readonly writes: readonly Bookkeeping[];
  readonly announce: () => Promise<void>;
}

/**
 * Returns a function that makes the mails about a new access entry: one for an address, and one for each address in a group. The mails of a
 * group are stored before the entry, because one transaction cannot have them all, and only once for all attempts to commit the entry. A
 * mail without its entry is not sent, and the worker that sends these mails counts them.
 */
export function mailsAbout(about: About) {
  let ofGroup: readonly MailItem[] | undefined;
  return async (
    { organization_id: sender }: RoomRecord,
    subject: AccessSubject,
    by: By,
  ): Promise<Mailed | Refused<'too_many_addresses'>> => {
    const causedBy = by?.user?.id;
    // A release before 1.1.0 looks for this share, finds none, and sends no mail.
    const wanted = {
      sender,
      subject: {
        kind: 'first_reading',
        document_id: `doc_${ulidOf(about.room_id)}`,
        share_id: `shr_${ulidOf(about.access_id)}`,
      },
      room_access: about,
    } as const;
    if ('email' in subject) {
      const prepared = await prepareMail({ ...wanted, ...subject, causedBy });
      return mailed(prepared ? [prepared.mail] : [], prepared?.writes);
    }
    if (!('group_id' in subject)) return mailed([]);

    const entries = await addressesOf(subject.group_id);
    if (entries.length > mailedGroupEntriesMax) return refuse('too_many_addresses');
    if (ofGroup === undefined) {
      const caused_by = await personBehind(causedBy, sender);
      ofGroup = entries.map(({ id: entry_id, group_id, email = '' }) =>
        prepareUncounted({
          ...wanted,
          email,
          ...(caused_by && { caused_by }),
          room_access: { ...about, group: { group_id, entry_id } },
        }),
      );
      await writeBookkeeping(ofGroup.map(createMail));
    }
    return mailed(ofGroup);
  };
}

const mailed = (mails: readonly MailItem[], writes: readonly Bookkeeping[] = []): Mailed => ({
  mails,
  state: mails[0]?.status ?? 'none',
  writes,
  announce: async () => {
    await Promise.all(mails.map(announceMail));
  },
});

/** Returns the entries by address of a group, or the first of them if there are too many. */
async function addressesOf(groupId: Parameters<typeof listEveryGroupEntry>[0]) {
  const found = [];
  for await (const entries of listEveryGroupEntry(groupId)) {
    found.push(...entries.filter(({ email }) => email !== undefined));
    if (found.length > mailedGroupEntriesMax) break;
  }
  return found;
}
