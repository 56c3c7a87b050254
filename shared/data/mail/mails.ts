import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import { type MailStatus, mailStatus, memberRole } from '../../contract/enumerations.ts';
import {
  accessRequestId,
  actorId,
  documentId,
  groupEntryId,
  groupId,
  invitationId,
  type MailId,
  mailId,
  organizationId,
  roomAccessId,
  roomId,
  shareId,
  tenant,
  versionId,
  webhookId,
} from '../../contract/identifiers.ts';
import { mailChoiceDays } from '../../contract/limits.ts';
import { dateTime } from '../../contract/text.ts';
import { mailKey } from '../keys/mail.ts';
import { duePlace } from '../keys/work.ts';
import { changeAccessMail } from '../rooms/accessMails.ts';
import { type Bookkeeping, bookkeeping, creation } from '../table/commit.ts';
import { readEach, readUnexpired } from '../table/read.ts';
import { dueIndex, table } from '../table/table.ts';
import { type Changes, hasChanged } from '../table/update.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { acquireLease, type Lease, lease, releaseLease } from '../work/leases.ts';
import { changeShareMail } from './shareMails.ts';

/** What a mail is about (not its subject line). The worker reads everything else when it sends the mail. */
export const mailSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invitation'), organization_id: organizationId, invitation_id: invitationId }),
  z.object({ kind: z.literal('share'), document_id: documentId, share_id: shareId }),
  z.object({ kind: z.literal('first_reading'), document_id: documentId, share_id: shareId }),
  z.object({
    kind: z.literal('endpoint_disabled'),
    organization_id: organizationId,
    webhook_id: webhookId,
    /** The owner who gets the notice. */
    user_id: actorId,
    disabled_at: dateTime,
  }),
  z.object({ kind: z.literal('key_end'), key_uuid: z.uuid() }),
  z.object({
    kind: z.literal('new_owner'),
    organization_id: organizationId,
    /** The owner with powers who gets the notice. */
    user_id: actorId,
    owner_id: actorId,
    /** Who made the new owner one. Absent: nobody knows who */
    made_by_id: z.optional(actorId),
    /** The time when the new owner became one. */
    since: dateTime,
  }),
]);
export type MailSubject = z.infer<typeof mailSubject>;

/**
 * A mail to be sent, and what became of it. The item does not contain the address: the worker takes the address from what the subject
 * names. Only two functions change the item: the worker, and the function that records SES's events. They use atomic updates without a
 * record.
 */
const mailItem = z.object({
  id: mailId,
  /**
   * The organization or the person for whom the mail is sent. The mail counts against their quota, and the receiver can stop all mail of
   * this sender.
   */
  sender: tenant,
  subject: mailSubject,
  /**
   * The new version of a shared document that the mail is about. Absent: the mail is about its subject. A release before 1.1.0 sends no
   * mail with this attribute, because it is not the latest mail of its share.
   */
  version_id: z.optional(versionId),
  /**
   * The request for access that the mail is about, and the person who gets the mail. Absent: the mail is about its subject. With this
   * attribute, the subject is the first reading of a share that does not exist, so a release before 1.1.0 sends no mail.
   */
  access_request: z.optional(z.object({ request_id: accessRequestId, user_id: actorId })),
  /**
   * The mail tells its receiver that somebody else removed them as an owner, or gave them another role. Absent: the mail is about its
   * subject. With this attribute, the subject is a mail about the former owner as a new one. A release before 1.1.0 finds that this person is
   * no owner, and sends no mail.
   */
  lost_ownership: z.optional(
    z.object({
      /** null: they were removed. */
      role: z.nullable(memberRole),
      /** null: they cannot take the role back. */
      reclaimable_until: z.nullable(dateTime),
    }),
  ),
  /**
   * The access entry of a room that the mail is about, and for a group, the entry with the address. Absent: the mail is about its subject.
   * With this attribute, the subject is the first reading of a share that does not exist, so a release before 1.1.0 sends no mail.
   */
  room_access: z.optional(
    z.object({
      room_id: roomId,
      access_id: roomAccessId,
      group: z.optional(z.object({ group_id: groupId, entry_id: groupEntryId })),
    }),
  ),
  /** The person who caused the mail: it counts against their quotas too. Absent: a notice, or a program without a maker */
  caused_by: z.optional(actorId),
  /** The SHA-256 of the address. */
  address_hash: z.string(),
  status: mailStatus,
  /**
   * The mail is `queued`, but not counted yet: it was not tried, or only mails of other senders keep it waiting, and its sender must not
   * learn about these.
   */
  waits_for_others: z.optional(z.literal(true)),
  /** Whether SES accepted the mail. Absent: SES did not accept it, or the worker has not recorded the acceptance yet. */
  accepted: z.optional(z.literal(true)),
  /** The encrypted secret of the subject's link. Absent after SES accepted the mail, and where the link has no secret. */
  secret: z.optional(z.string()),
  /** The token by which the receiver stops mail. The token can do nothing else, so it is stored unencrypted. */
  choice_token: z.string(),
  lease: z.optional(lease),
  [dueIndex.sortKey]: z.optional(z.int()),
  [table.timeToLive]: z.int(),
});
export type MailItem = z.infer<typeof mailItem>;

/**
 * The most days for which a mail waits to be sent. Its item is kept for these days, and then for the days of its link (`mailChoiceDays`).
 * Invitations end earlier.
 */
const waitingDays = 90;

/** Returns a mail that is made at `now` (epoch milliseconds). It is due if it is to be sent. */
export const newMail = (
  given: Pick<
    MailItem,
    | 'id'
    | 'sender'
    | 'subject'
    | 'version_id'
    | 'access_request'
    | 'lost_ownership'
    | 'room_access'
    | 'caused_by'
    | 'address_hash'
    | 'status'
    | 'waits_for_others'
    | 'secret'
    | 'choice_token'
  >,
  now: number,
): MailItem => ({
  ...given,
  ...(isWaiting(given.status) && { [dueIndex.sortKey]: now + sendGraceMilliseconds }),
  [table.timeToLive]: Math.floor(now / 1000) + (waitingDays + mailChoiceDays) * daySeconds,
});

/** Returns whether a mail is still to be sent. */
export const isWaiting = (status: MailStatus): boolean => status === 'queued' || status === 'held';

/**
 * Returns whether a mail tells owners about a new one, or that they lost their role. They get it at once and even if they stopped mail of
 * the organization: an admin who makes or removes an owner could have used up the other quotas, and the owners have a day to object.
 */
export const isOfOwners = ({ kind }: MailSubject): boolean => kind === 'new_owner';

/** Returns whether a mail is still to be counted against the quotas before it is sent. */
export const isUncounted = ({ status, waits_for_others }: MailItem): boolean =>
  status === 'held' || waits_for_others === true;

export const createMail = (mail: MailItem): Bookkeeping<MailItem> =>
  bookkeeping('mail', creation({ ...mailKey(mail.id), ...duePlace(mail.id, mail.due_at_ms) }, mail));

/** Reads a mail; undefined when it has expired. */
export const getMail = (id: MailId, now: number): Promise<MailItem | undefined> =>
  readUnexpired(mailItem, mailKey(id), Math.floor(now / 1000));

/** Reads mails that have not expired, by their ids. */
export async function getMails(ids: readonly MailId[], now: number): Promise<ReadonlyMap<MailId, MailItem>> {
  const mails = await readEach(mailItem, ids.map(mailKey));
  const unexpired = mails.filter(({ expires_at_seconds }) => expires_at_seconds * 1000 > now);
  return new Map(unexpired.map((mail) => [mail.id, mail]));
}

const waiting = { when: ['#status IN (:queued, :held)'], values: { queued: 'queued', held: 'held' } };

/** Acquires a mail that is still to be sent. Undefined: the mail is not to be sent, or another worker has it. */
export async function acquireMail(id: MailId, wanted: Lease, now: number): Promise<MailItem | undefined> {
  const acquired = await acquireLease(mailKey(id), wanted, now, waiting);
  return acquired && z.parse(mailItem, acquired);
}

/**
 * Releases a mail that is to be sent at `dueAtMilliseconds` (since the epoch), and gives it the status that it has until then.
 * `waitsForOthers`: the mail is not counted yet, although its status is `queued`. Default: `queued` mails are counted
 */
export async function postponeMail(
  mail: MailItem,
  held: Lease,
  status: 'queued' | 'held',
  dueAtMilliseconds: number,
  waitsForOthers = false,
): Promise<void> {
  if (status !== mail.status) await changeForSubject(mail, { ...waiting, set: { status } });
  const flag = { waits_for_others: true };
  await releaseLease(mailKey(mail.id), held, {
    ...waiting,
    set: { status, [dueIndex.sortKey]: dueAtMilliseconds, ...(waitsForOthers && flag) },
    ...(!waitsForOthers && { remove: Object.keys(flag) }),
  });
}

const untilLinkEnds = (now: number) => ({
  [table.timeToLive]: Math.floor(now / 1000) + mailChoiceDays * daySeconds,
});

const done = ['secret', 'lease', 'waits_for_others', dueIndex.partitionKey, dueIndex.sortKey];

/**
 * Gives a mail its final status, unless an event of SES has done so already. The item is kept for as long as the link in the mail works.
 */
export async function finishMail(
  mail: MailItem,
  status: Exclude<MailStatus, 'queued' | 'held'>,
  now: number,
): Promise<void> {
  await changeForSubject(mail, { ...waiting, set: { status } });
  await hasChanged(mailKey(mail.id), {
    ...waiting,
    set: { status, ...(status === 'sent' && { accepted: true }), ...untilLinkEnds(now) },
    remove: done,
  });
}

interface Outcome {
  readonly status: 'delivered' | 'bounced';
  /** True for a transient bounce. After the delivery, such a bounce changes nothing, because it is an automatic reply, for example. */
  readonly isTransient: boolean;
}

/**
 * Records an event of SES about a mail that was read before. The event may come before the worker has recorded that SES accepted the mail,
 * and the same event may come more than once. A permanent bounce can follow a delivery; nothing follows a bounce.
 */
export async function recordOutcome(
  mail: MailItem,
  { status, isTransient }: Outcome,
  now: number,
): Promise<void> {
  const unlessFinal = {
    when: ['attribute_exists(pk)', '#status <> :bounced', ...(isTransient ? ['#status <> :delivered'] : [])],
    values: { bounced: 'bounced', ...(isTransient && { delivered: 'delivered' }) },
  };
  await changeForSubject(mail, { ...unlessFinal, set: { status } });
  await hasChanged(mailKey(mail.id), {
    ...unlessFinal,
    set: { status, accepted: true, ...(isWaiting(mail.status) && untilLinkEnds(now)) },
    remove: done,
  });
}

/**
 * Changes the status of the mail in the item of its share or access entry, if the mail is about one. Call this before the mail itself is
 * changed: if a worker is killed in between, the retry makes both changes.
 */
async function changeForSubject(
  { id, subject, version_id, room_access }: MailItem,
  changes: Pick<Changes, 'when' | 'values'> & { readonly set: { readonly status: MailStatus } },
): Promise<void> {
  if (room_access)
    await changeAccessMail({ id: room_access.access_id, room_id: room_access.room_id }, id, changes);
  else if (subject.kind === 'share' && version_id === undefined)
    await changeShareMail(subject.document_id, subject.share_id, id, changes);
}
