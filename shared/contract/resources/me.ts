import * as z from 'zod/mini';
import { language, memberRole } from '../enumerations.ts';
import { organizationId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { permission } from './permission.ts';
import { user } from './user.ts';

/** An organization that the caller belongs to. */
export const ownOrganization = z.strictObject({
  id: organizationId,
  name: z.string().check(z.minLength(1)),
  role: memberRole,
});

/** An ownership that somebody without an owner's powers took from the caller. */
export const lostOwnership = z.strictObject({
  organization_id: organizationId,
  organization_name: z.string().check(z.minLength(1)),
  reclaimable_until: dateTime,
});
export type LostOwnership = z.infer<typeof lostOwnership>;

/** The caller, with the permissions of the request's credential. */
export const me = z.strictObject({
  user,
  organization_id: z.nullable(organizationId),
  role: z.nullable(memberRole),
  permissions: z.array(permission),
  organizations: z.array(ownOrganization),
  language: z.nullable(language),
  /** Absent: there is none. */
  lost_ownership: z.optional(lostOwnership),
});
export type Me = z.infer<typeof me>;
