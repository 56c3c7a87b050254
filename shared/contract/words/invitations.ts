import { invitationId } from '../identifiers.ts';
import { pendingInvitationsMax } from '../limits.ts';
import type * as contracts from '../operations/invitations.ts';
import { type Invitation, invitation, invitationWithUrl } from '../resources/invitation.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

const mailField = 'The state of its latest mail. `none`: no mail was sent, so send the URL yourself.';
const invitationFields = {
  id: 'The invitation.',
  email: 'The e-mail address that it is for.',
  role: 'The role that they are to have.',
  created_at: 'When it was made.',
  created_by: 'The person who made it, with the name of that time.',
  expires_at: 'Until when it can be followed.',
  email_sent:
    'Whether the service has sent its mail. The mail may still be on its way, or come back: see `mail`.',
  mail: mailField,
};
named('Invitation', invitation, {
  description: 'An invitation to become a member of an organization, which nobody has followed yet.',
  fields: invitationFields,
});
named('InvitationWithUrl', invitationWithUrl, {
  description: 'An invitation right after it was made, the only time that its URL is shown.',
  fields: {
    ...invitationFields,
    url: 'The page that makes them a member. Its mail has the same URL.',
  },
});
namedId('InvitationId', invitationId, 'an invitation', 'inv_01kerq74xag4q7hp1nxwk7hw72');

const pending: Invitation = {
  id: 'inv_01kerq74xag4q7hp1nxwk7hw72',
  email: 'hana.sato@example.com',
  role: 'member',
  created_at: '2026-01-12T09:05:00.330Z',
  created_by: eventExamples['document.created'].data.created_by,
  expires_at: '2026-01-19T09:05:00.000Z',
  email_sent: false,
  mail: 'queued',
};

export const words: WordsOf<typeof contracts> = {
  listInvitations: {
    description:
      'Lists the pending invitations, without their URLs. Accepted, withdrawn and expired invitations are not listed.',
    success: 'A page of invitations.',
    ...listPageOf(
      'InvitationPage',
      'A page of the pending invitations to an organization, newest first.',
      'The invitations, without their URLs.',
      [pending],
    ),
  },
  createInvitation: {
    description:
      'The service mails the `url` to the person. If `mail` is `none`, send it yourself. A person who signs in with exactly that address can open ' +
      'it and join with a button, even without an earlier account here. Each address has one invitation. A new invitation ' +
      'replaces the one before, whose URL stops working. An invitation is valid only while its creator is an owner or admin. ' +
      `An organization has at most ${pendingInvitationsMax} pending invitations (422). For people: service accounts are ` +
      'refused (403).',
    requestBody: {
      description: 'The person to invite.',
      fields: {
        email: 'The e-mail address that they sign in with.',
        role: 'The role that they are to have.',
        expires_in_days: 'The days for which the invitation can be followed.',
      },
    },
    request: { email: pending.email, role: 'member' },
    success:
      'The invitation with its URL. The service shows the URL only once, and again to the same `Idempotency-Key` for ten ' +
      'minutes.',
    response: {
      ...pending,
      url: 'https://api.example.com/invitation?token=01kerkg4008wmw5drxrge3rmw401kerq74xag4q7hp1nxwk7hw72MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
    },
  },
  sendInvitation: {
    description:
      'Sends the mail of an invitation again. The invitation gets a new URL, and the earlier one stops working. A stage that sends no ' +
      'mail answers 422. Beyond the quotas of mail for a day, the answer is 403 `quota_exceeded`. For people: service accounts are ' +
      'refused (403).',
    success: 'The invitation with its new URL.',
    response: {
      ...pending,
      url: 'https://api.example.com/invitation?token=01kerkg4008wmw5drxrge3rmw401kerq74xag4q7hp1nxwk7hw72MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
    },
  },
  deleteInvitation: {
    description: 'The URL of the invitation stops working.',
    success: 'An empty object: the invitation is withdrawn.',
    ...emptyObject('InvitationWithdrawn'),
  },
};
