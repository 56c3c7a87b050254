import * as z from 'zod/mini';
import { groupEntryId, groupId, memberUserId, organizationId } from '../identifiers.ts';
import { dateTime } from '../text.ts';

/** A named set of people of an organization. */
export const group = z.strictObject({
  id: groupId,
  org_id: organizationId,
  name: z.string().check(z.minLength(1)),
  description: z.nullable(z.string()),
  entry_count: z.int().check(z.minimum(0)),
  created_at: dateTime,
});
export type Group = z.infer<typeof group>;

/** One of the three fields names the people whom the entry stands for. The other two are null. */
export const groupEntry = z.strictObject({
  id: groupEntryId,
  user_id: z.nullable(memberUserId),
  email: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  created_at: dateTime,
});
export type GroupEntry = z.infer<typeof groupEntry>;
