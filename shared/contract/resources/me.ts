import * as z from 'zod/mini';
import { language, memberRole } from '../enumerations.ts';
import { organizationId } from '../identifiers.ts';
import { permission } from './permission.ts';
import { user } from './user.ts';

/** An organization that the caller belongs to. */
export const ownOrganization = z.strictObject({
  id: organizationId,
  name: z.string().check(z.minLength(1)),
  role: memberRole,
});

/** The caller, with the permissions of the request's credential. */
export const me = z.strictObject({
  user,
  organization_id: z.nullable(organizationId),
  role: z.nullable(memberRole),
  permissions: z.array(permission),
  organizations: z.array(ownOrganization),
  language: z.nullable(language),
});
export type Me = z.infer<typeof me>;
