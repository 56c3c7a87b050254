import {
  createInvitation,
  deleteInvitation,
  listInvitations,
} from '../../contract/operations/invitations.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('InvitationPage', listInvitations.success.schema, {
  description: 'A page of the pending invitations to an organization, newest first.',
  fields: { items: 'The invitations, without their URLs.', ...page },
});
named('CreateInvitation', createInvitation.body.schema, {
  description: 'The person to invite.',
  fields: {
    email: 'The e-mail address that they sign in with.',
    role: 'The role that they are to have.',
    expires_in_days: 'The days for which the invitation can be followed.',
  },
});
named('InvitationWithdrawn', deleteInvitation.success.schema, {
  description: 'An empty object: the invitation is withdrawn.',
  fields: {},
});
