import * as z from 'zod/mini';
import { type MailStatus, mailStatus } from '../../contract/enumerations.ts';
import { type MailId, ulidOf } from '../../contract/identifiers.ts';
import { accessMailsKey } from '../keys/rooms.ts';
import { bookkeeping, type Change, creation, removalIfThere } from '../table/commit.ts';
import { readAs } from '../table/read.ts';
import { type Changes, hasChanged } from '../table/update.ts';
import type { AccessRecord } from './access.ts';

/**
 * The mails about an access entry: its message, and the status of each mail in an attribute of its own, so that the status of one is
 * changed without a read. This item lasts as long as the entry, and the mails themselves expire.
 */
export const accessMailsItem = z.looseObject({ message: z.string() });
export type AccessMails = z.infer<typeof accessMailsItem>;

type OfEntry = Pick<AccessRecord, 'id' | 'room_id'>;

const prefix = 'mail_';
const attributeOf = (id: MailId): string => prefix + ulidOf(id);

/** Keeps the mails of a new access entry. */
export const createAccessMails = (
  { id, room_id }: OfEntry,
  message: string,
  mails: readonly { readonly id: MailId; readonly status: MailStatus }[],
): Change =>
  creation(accessMailsKey(room_id, id), {
    message,
    ...Object.fromEntries(mails.map((mail) => [attributeOf(mail.id), mail.status])),
  });

/** Removes the mails of an access entry that is removed. */
export const removeAccessMails = ({ id, room_id }: OfEntry) =>
  bookkeeping('removal', removalIfThere(accessMailsKey(room_id, id)));

/** Returns the message of the mails about an access entry; undefined: there are none. */
export const getMessage = async ({ id, room_id }: OfEntry): Promise<string | undefined> =>
  (await readAs(accessMailsItem, accessMailsKey(room_id, id)))?.message;

/** The states of a mail, the least advanced first. A mail that never arrives comes before one that was sent. */
const advancing: readonly MailStatus[] = ['held', 'queued', 'refused', 'bounced', 'sent', 'delivered'];

/** Returns the state of the least advanced of the mails; `none`: there is none, or none was to be sent any more. */
export function stateOfMails(mails: AccessMails | undefined): MailStatus {
  const stored = Object.entries(mails ?? {}).filter(([name]) => name.startsWith(prefix));
  const states = new Set(stored.map(([, value]) => mailStatus.safeParse(value).data));
  return advancing.find((status) => states.has(status)) ?? 'none';
}

/** Changes the status of a mail about an access entry, unless the entry is removed. */
export async function changeAccessMail(
  entry: OfEntry,
  mailId: MailId,
  {
    set,
    when = [],
    values = {},
  }: Pick<Changes, 'when' | 'values'> & { readonly set: { status: MailStatus } },
): Promise<void> {
  const name = attributeOf(mailId);
  await hasChanged(accessMailsKey(entry.room_id, entry.id), {
    set: { [name]: set.status },
    when: [
      `attribute_exists(#${name})`,
      ...when.map((condition) => condition.replaceAll('#status', `#${name}`)),
    ],
    values,
  });
}
