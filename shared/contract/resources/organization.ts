import * as z from 'zod/mini';
import { memberRole } from '../enumerations.ts';
import { memberUserId, organizationId } from '../identifiers.ts';
import { dateTime } from '../text.ts';

/** Specification 2.10. The look and `reading_times` are extensions, and only in answers of getOrganization and updateOrganization. */
export const organization = z.strictObject({
  id: organizationId,
  name: z.string().check(z.minLength(1)),
  created_at: dateTime,
  accent_color: z.optional(z.nullable(z.string())),
  has_logo: z.optional(z.boolean()),
  reading_times: z.optional(z.boolean()),
});
export type Organization = z.infer<typeof organization>;

/** The size of a stored logo, in pixels. */
export const organizationLogo = z.strictObject({ width: z.int(), height: z.int() });

/** Specification 2.11. */
export const organizationMember = z.strictObject({
  org_id: organizationId,
  user_id: memberUserId,
  role: memberRole,
  joined_at: dateTime,
  email: z.string(),
  display_name: z.string(),
  given_name: z.string(),
  family_name: z.string(),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

/** The times at which a member became an owner, and at which their powers begin. */
export const organizationOwner = z.strictObject({
  user_id: memberUserId,
  owner_since: dateTime,
  /** null: the organization has no owner with powers, so this owner's powers cannot begin yet. */
  powers_from: z.nullable(dateTime),
});
export type OrganizationOwner = z.infer<typeof organizationOwner>;
