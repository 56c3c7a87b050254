import {
  type ActorId,
  isOrganization,
  type MailId,
  type Tenant,
  ulidOf,
  type VersionId,
} from '../contract/identifiers.ts';
import { newToken } from '../credentials/tokens.ts';
import { addressHashOf, blockOf } from '../data/mail/mailBlocks.ts';
import { countingAccessMail, countingIfAllowed } from '../data/mail/mailCounts.ts';
import { createMail, type MailItem, type MailSubject, newMail } from '../data/mail/mails.ts';
import { getMembers } from '../data/organizations/organizations.ts';
import type { AccessRequestItem } from '../data/shares/accessRequests.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { newId } from '../data/table/ids.ts';
import { environment } from '../runtime/environment.ts';

const mailFrom = environment('mailFrom');

/** Returns whether the stage sends mail. */
export const sendsMail = (): boolean => mailFrom() !== '';

interface Wanted {
  readonly sender: Tenant;
  /** An address in the form that `normalizedEmail` returns. */
  readonly email: string;
  readonly subject: MailSubject;
  /** For a mail about a new version of a shared document. Default: the mail is about its subject */
  readonly version_id?: VersionId;
  /** For a mail about a request for access. Default: the mail is about its subject */
  readonly access_request?: MailItem['access_request'];
  /** For a mail to an owner who lost the role. Default: the mail is about its subject */
  readonly lost_ownership?: MailItem['lost_ownership'];
  /** For a mail about an access entry of a room. Default: the mail is about its subject */
  readonly room_access?: MailItem['room_access'];
  /** The person against whose quotas a notice counts too. Default: none */
  readonly caused_by?: ActorId | undefined;
}

interface WantedMail extends Omit<Wanted, 'caused_by'> {
  /** The person or service account that causes the mail; undefined: an operator. The mails of a service account count for its maker. */
  readonly causedBy: ActorId | undefined;
  /** Encrypts the secret of the mailed link, to be stored until SES accepts the mail. Default: the link has no secret */
  readonly encryptSecret?: (id: MailId) => Promise<string>;
}

const newMailOf = ({ email, ...given }: Wanted) => ({
  ...given,
  id: newId('mail'),
  address_hash: addressHashOf(email),
  choice_token: newToken(),
});

interface PreparedMail {
  readonly mail: MailItem;
  /** The writes that create the mail. If the mail is `queued`, the writes also count the mail in the quotas of its sender. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns a mail to be committed together with its subject; null on a stage that sends no mail. The mail is `held` if its sender has used up
 * a quota, and `refused` if the address gets no mail of this sender. If it gets none because of other senders, the worker drops the mail. If only the mails of other senders used up a quota, the mail is `queued`,
 * and waits. After a conflict, prepare the mail again, because other requests may have used up a quota.
 */
export async function prepareMail({
  causedBy,
  encryptSecret,
  ...wanted
}: WantedMail): Promise<PreparedMail | null> {
  if (!sendsMail()) return null;
  const now = Date.now();
  const caused_by = await personBehind(causedBy, wanted.sender);
  const given = { ...newMailOf(wanted), ...(caused_by && { caused_by }) };
  const { id, sender, address_hash } = given;
  // A block because of the mail of others is up to the worker, so that answers do not show it.
  if ((await blockOf(address_hash, sender)) === 'own')
    return created(newMail({ ...given, status: 'refused' }, now));
  const [counting, secret] = await Promise.all([countingIfAllowed(given, now), encryptSecret?.(id)]);
  const mail = { ...given, ...(secret !== undefined && { secret }) };
  if (counting === 'held') return created(newMail({ ...mail, status: 'held' }, now));
  if (counting === 'queued')
    return created(newMail({ ...mail, status: 'queued', waits_for_others: true }, now));
  return created(newMail({ ...mail, status: 'queued' }, now), counting);
}

/** Returns the person who causes a mail, against whose quotas the mail counts; undefined: an operator, or a service account that an operator made. */
export async function personBehind(actor: ActorId | undefined, sender: Tenant): Promise<ActorId | undefined> {
  if (!actor?.startsWith('svc_')) return actor;
  const [account] = isOrganization(sender) ? await getMembers(sender, [actor]) : [];
  return account?.made_by?.id;
}

const created = (mail: MailItem, counting: readonly Bookkeeping[] = []): PreparedMail => ({
  mail,
  writes: [createMail(mail), ...counting],
});

/**
 * Returns a mail about a request for access; undefined if its receiver has got the most of such mails for today. It is counted in the
 * transaction of the request, and the worker that sends it looks for blocks.
 */
export async function prepareAccessMail(
  { id, document_id }: Pick<AccessRequestItem, 'id' | 'document_id'>,
  receiver: Pick<Wanted, 'sender' | 'email'> & { readonly user_id: ActorId },
  now: number,
): Promise<PreparedMail | undefined> {
  const { user_id, sender, email } = receiver;
  const given = newMailOf({
    sender,
    email,
    subject: { kind: 'first_reading', document_id, share_id: `shr_${ulidOf(id)}` },
    access_request: { request_id: id, user_id },
  });
  const counting = await countingAccessMail(given.address_hash, now);
  return counting && created(newMail({ ...given, status: 'queued' }, now), [counting]);
}

/**
 * Returns a notice to be committed together with the change that it reports. The request that makes the notice reads no quota: the notice
 * is `held` until a worker counts it, and the worker drops it if a quota is used up.
 */
export const prepareNotice = (wanted: Wanted): MailItem =>
  newMail({ ...newMailOf(wanted), status: 'held' }, Date.now());

/**
 * Returns a mail that is counted by the worker that sends it, and not together with its subject: for many mails at once, because a
 * transaction counts one. Until then it is `queued`.
 */
export const prepareUncounted = (wanted: Wanted): MailItem =>
  newMail({ ...newMailOf(wanted), status: 'queued', waits_for_others: true }, Date.now());
