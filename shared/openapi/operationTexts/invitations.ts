import { eventExamples } from '../../contract/eventExamples.ts';
import { pendingInvitationsMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/invitations.ts';
import type { Invitation } from '../../contract/resources/invitation.ts';
import { lastPage, type TextsOf } from './text.ts';

const invitation: Invitation = {
  id: 'inv_01kerq74xag4q7hp1nxwk7hw72',
  email: 'hana.sato@example.com',
  role: 'member',
  created_at: '2026-01-12T09:05:00.330Z',
  created_by: eventExamples['document.created'].data.created_by,
  expires_at: '2026-01-19T09:05:00.000Z',
  email_sent: false,
};

export const invitations: TextsOf<typeof contracts> = {
  listInvitations: {
    description: 'Those that nobody has followed or withdrawn and that have not expired, without their URLs.',
    success: 'A page of invitations.',
    response: { items: [invitation], pagination: lastPage },
  },
  createInvitation: {
    description:
      'The service sends no mail: hand on the `url`. Whoever opens it, signed in with that very address, becomes a member by a ' +
      'button; who is unknown here so far may sign in for it. An address has one invitation: a new one takes the place of the ' +
      `one before, whose URL leads nowhere from then on. It can be followed while whoever made it is an owner or admin. An organization has at most ${pendingInvitationsMax} pending ones (422).`,
    success:
      'The invitation with its URL, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    request: { email: invitation.email, role: 'member' },
    response: {
      ...invitation,
      url: 'https://api.example.com/invitation?token=01kerkg4008wmw5drxrge3rmw401kerq74xag4q7hp1nxwk7hw72MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
    },
  },
  deleteInvitation: {
    description: 'Its URL leads nowhere from then on.',
    success: 'An empty object: the invitation is withdrawn.',
    response: {},
  },
};
