import * as z from 'zod/mini';
import { mailStatus, memberRole } from '../enumerations.ts';
import { invitationId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** An invitation that nobody has accepted yet. */
export const invitation = z.strictObject({
  id: invitationId,
  email: z.string(),
  role: memberRole,
  created_at: dateTime,
  created_by: user,
  expires_at: dateTime,
  /** Whether SES accepted the mail. Without mail, the inviting member passes the URL on. */
  email_sent: z.boolean(),
  mail: mailStatus,
});
export type Invitation = z.infer<typeof invitation>;

/** The creation response, the only place that ever carries the URL. */
export const invitationWithUrl = z.extend(invitation, { url: z.url() });
