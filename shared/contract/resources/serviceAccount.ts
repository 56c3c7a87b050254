import * as z from 'zod/mini';
import { memberRole } from '../enumerations.ts';
import { serviceAccountId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** A program that acts in an organization, with its own API keys. */
export const serviceAccount = z.strictObject({
  id: serviceAccountId,
  name: z.string(),
  role: memberRole,
  created_at: dateTime,
  /** null: an operator made the account. */
  made_by: z.nullable(user),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;
