import { invalidRequest, quotaExceeded, wrongField } from '../../../shared/access/errors.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { grantAccess } from '../../../shared/acts/rooms/access.ts';
import { mailedGroupEntriesMax, roomAccessMax } from '../../../shared/contract/limits.ts';
import type { BodyOf } from '../../../shared/contract/operation.ts';
import { createRoomAccess } from '../../../shared/contract/operations/roomAccess.ts';
import type { AccessSubject } from '../../../shared/data/rooms/access.ts';
import { post } from '../../../shared/http/post.ts';
import { sendsMail } from '../../../shared/mail/prepareMail.ts';
import { presentRoomAccess } from '../../../shared/presentation/roomAccess.ts';
import { managed, stillManaged } from '../../../shared/reading/rooms/managed.ts';
import { newEmail } from '../../../shared/text/newAddress.ts';

type Body = BodyOf<typeof createRoomAccess>;

export const handler = post(
  createRoomAccess,
  async ({ principal, path, body, answer }) => {
    const subject = subjectIn(body);
    const [[param, value] = ['email', undefined]] = Object.entries(subject);
    const { level, expires_at, message } = body;
    const outcome = await grantAccess(
      {
        roomId: path.room_id,
        permitted: managed(principal),
        by: principal,
        subject,
        itemId: body.item_id,
        level,
        expires_at,
        send_mail: sendsMailTo(subject, body),
        message,
        grantedBy: principal.user,
      },
      (access, commit) => answer(presentRoomAccess(access), commit),
    );
    return accepted(outcome, {
      ends_in_the_past: () => wrongField('expires_at', 'must be in the future', expires_at),
      no_item: () => wrongField('item_id', 'must be an item of the room', body.item_id),
      no_group: () => wrongField('group_id', 'must be a group of the organization', body.group_id),
      granted_already: ({ id }) =>
        wrongField(param, `has an access entry for this already (${id}). Change this entry instead`, value),
      too_many: () =>
        quotaExceeded(
          `A room has at most ${roomAccessMax} access entries. Remove one first, also if it has ended.`,
        ),
      too_many_addresses: () =>
        wrongField(
          'send_mail',
          `must be false: the group has more than ${mailedGroupEntriesMax} entries by address`,
          body.send_mail,
        ),
    });
  },
  { guard: stillManaged },
);

/** Returns whom the entry is for. Throws 400 unless the body names exactly one subject. */
function subjectIn({ group_id = null, email = null, organization = false }: Body): AccessSubject {
  const given = [group_id, email, organization || null].filter((one) => one !== null);
  if (given.length !== 1)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'body',
      param: null,
      message: 'Send exactly one of group_id, email and organization: true.',
    });
  if (group_id !== null) return { group_id };
  if (email === null) return { organization: true };
  const address = newEmail(email);
  if (address === undefined) throw wrongField('email', 'must be an e-mail address', email);
  return { email: address };
}

/** Returns whether to send mails. Throws 400 if they were requested and cannot be sent. */
function sendsMailTo(subject: AccessSubject, { level, send_mail }: Body): boolean {
  const opens = level !== 'none';
  if (send_mail === undefined) return 'email' in subject && opens && sendsMail();
  const wrong = (why: string) => wrongField('send_mail', `must be false: ${why}`, send_mail);
  if (send_mail && 'organization' in subject) throw wrong('all members of the organization get no mail');
  if (send_mail && !opens) throw wrong('the level none opens nothing');
  if (send_mail && !sendsMail()) throw wrong('this stage sends no mail');
  return send_mail;
}
