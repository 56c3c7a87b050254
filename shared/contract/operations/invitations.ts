import * as z from 'zod/mini';
import { memberRole } from '../enumerations.ts';
import { invitationId } from '../identifiers.ts';
import { emailMaxCharacters, invitationDaysDefault, invitationDaysMax } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { invitation, invitationWithUrl } from '../resources/invitation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { emailLike } from '../text.ts';

const days = `must be an integer from 1 to ${invitationDaysMax}`;

export const createInvitation = defineOperation('createInvitation', () => ({
  summary:
    'Invite somebody to your organization; the response carries the URL that makes them a member, once',
  staffOverride: true,
  peopleOnly: true,
  body: {
    kind: 'json',
    schema: z.strictObject({
      email: emailLike(emailMaxCharacters),
      role: memberRole,
      expires_in_days: z._default(
        z.int(days).check(z.gte(1, days), z.lte(invitationDaysMax, days)),
        invitationDaysDefault,
      ),
    }),
  },
  success: {
    status: 201,
    schema: invitationWithUrl,
    shownOnce: { field: 'url', without: invitation },
  },
}));

export const sendInvitation = defineOperation('sendInvitation', () => ({
  summary: 'Mail a pending invitation again, with a new URL; the earlier one stops working',
  staffOverride: true,
  peopleOnly: true,
  pathParameters: z.object({ invitation_id: invitationId }),
  success: {
    status: 200,
    schema: invitationWithUrl,
    shownOnce: { field: 'url', without: invitation },
  },
}));

export const listInvitations = defineOperation('listInvitations', () => ({
  summary: 'List the pending invitations to your organization, newest first',
  staffOverride: true,
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(invitation) },
}));

export const deleteInvitation = defineOperation('deleteInvitation', () => ({
  summary: 'Withdraw a pending invitation',
  staffOverride: true,
  pathParameters: z.object({ invitation_id: invitationId }),
  success: { status: 200, schema: z.strictObject({}) },
}));
