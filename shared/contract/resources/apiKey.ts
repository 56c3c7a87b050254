import * as z from 'zod/mini';
import { apiKeyId, organizationId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { permission } from './permission.ts';
import { user } from './user.ts';

/** An API key, without the key itself. */
export const apiKey = z.strictObject({
  id: apiKeyId,
  name: z.string(),
  owner: user,
  /** null: the key acts outside of any organization, or in an organization that its owner founded. */
  organization_id: z.nullable(organizationId),
  /** null: the key has all permissions of its owner. Operators issue such keys. */
  permissions: z.nullable(z.array(permission)),
  created_at: dateTime,
  expires_at: z.nullable(dateTime),
  /** null: an operator made the key. */
  made_by: z.nullable(user),
});
export type ApiKey = z.infer<typeof apiKey>;

/** An API key with the hour of its last use. */
export const apiKeyWithUse = z.extend(apiKey, { last_used_at: z.nullable(dateTime) });
export type ApiKeyWithUse = z.infer<typeof apiKeyWithUse>;

/** The answer to a creation. Only this answer has the key itself. */
export const apiKeyWithSecret = z.extend(apiKeyWithUse, { api_key: z.string() });
