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
  /** Whether SES accepted the mail. On a stage without mail, the person who invites sends the URL to the invited person. */
  email_sent: z.boolean(),
  mail: mailStatus,
});
export type Invitation = z.infer<typeof invitation>;

/** The answer to a creation. Only this answer has the URL. */
export const invitationWithUrl = z.extend(invitation, { url: z.url() });
