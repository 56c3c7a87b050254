import * as z from 'zod/mini';
import { memberRole } from '../contract/enumerations.ts';
import { organizationId } from '../contract/identifiers.ts';
import {
  type Permission,
  permissions,
  permissionsForPeopleOnly,
  permissionsOfRole,
  permissionsWithoutOrganization,
} from '../contract/permissions.ts';
import { type User, user } from '../contract/resources/user.ts';

/** Who is calling, as the authorizer found out and hands on to the operation. */
export const principal = z.strictObject({
  user,
  organization_id: z.nullable(organizationId),
  /** null without an organization, and for someone who is not, or no longer, a member of it. */
  role: z.nullable(memberRole),
  permissions: z.array(z.enum(permissions)),
  /** Names the API key in logs. Not secret. */
  credential: z.string(),
});
export type Principal = z.infer<typeof principal>;

/**
 * What a caller may do: what their role allows, less what is reserved to people, cut down to what the credential was
 * issued for (null: everything its owner may do).
 */
export function effectivePermissions(
  caller: Pick<Principal, 'organization_id' | 'role'> & { readonly user: User },
  grantedToCredential: readonly Permission[] | null,
): Permission[] {
  const ofRole =
    caller.organization_id === null ? permissionsWithoutOrganization : permissionsOf(caller.role);
  return ofRole.filter(
    (permission) =>
      (caller.user.type === 'user_account' || !permissionsForPeopleOnly.includes(permission)) &&
      (grantedToCredential === null || grantedToCredential.includes(permission)),
  );
}

const permissionsOf = (role: Principal['role']): readonly Permission[] =>
  role === null ? [] : permissionsOfRole[role];

/** What the authorizer puts into the request context: API Gateway passes strings only. */
export const authorizerContext = z.union([
  z.object({ principal: z.string() }),
  z.object({ rejection: z.enum(['missing_api_key', 'invalid_api_key']) }),
]);
export type AuthorizerContext = z.infer<typeof authorizerContext>;
