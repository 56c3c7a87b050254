import * as z from 'zod/mini';
import { language, memberRole } from '../contract/enumerations.ts';
import { organizationId } from '../contract/identifiers.ts';
import {
  knownAmong,
  type Permission,
  permissionsForPeopleOnly,
  permissionsOfReaders,
  permissionsOfRole,
  permissionsWithoutOrganization,
} from '../contract/permissions.ts';
import { type User, user } from '../contract/resources/user.ts';
import { ownership } from '../data/organizations/ownership.ts';

/** A list of permissions. It omits permissions that this release does not know, because the authorizer may be of a later release. */
const knownPermissions = z.pipe(
  z.array(z.string()),
  z.transform((names: string[]) => knownAmong(names)),
);

export const principal = z.strictObject({
  user,
  /** The language that a person chose. */
  language: z.optional(language),
  organization_id: z.nullable(organizationId),
  /** null if there is no organization, or if the user is not a member of it. */
  role: z.nullable(memberRole),
  /** Set for owners: it decides whether their powers have begun. */
  ownership: z.optional(ownership),
  permissions: knownPermissions,
  /** True for someone without an organization who came to read shared documents. */
  reader: z.boolean(),
  /** True for an API key that is bound to its organization. */
  bound: z.boolean(),
  /** The name of the API key or session in logs. It is not secret. */
  credential: z.string(),
  /** True for service staff who act in an organization of their choice. */
  staff: z.boolean(),
});
export type Principal = z.infer<typeof principal>;

/** Returns whether a caller came with an API key, and not with a session. */
export const isApiKey = ({ credential }: Pick<Principal, 'credential'>): boolean =>
  credential.startsWith('key:');

/** Returns the fields that name the owner of an upload: the caller, in the organization that they act in. */
export const uploaderOf = ({ user, organization_id }: Principal) => ({
  created_by_id: user.id,
  organization_id,
});

/** The reason why a request has no caller. */
export const rejection = z.enum(['missing_api_key', 'invalid_api_key', 'invalid_session', 'cross_site']);
export type Rejection = z.infer<typeof rejection>;

/** The outcome of `X-Service-Organization-Id`: the caller as staff of that organization, or the reason for the refusal. */
export const staffOverride = z.union([
  z.strictObject({ principal }),
  z.strictObject({ refused: z.enum(['not_staff', 'malformed', 'unknown']) }),
]);
export type StaffOverride = z.infer<typeof staffOverride>;

/** The rate limit that the caller is closest to in the current minute. */
const rateStatus = z.strictObject({
  limit: z.int(),
  remaining: z.int(),
  resets_at_seconds: z.int(),
  exceeded: z.boolean(),
});
export type RateStatus = z.infer<typeof rateStatus>;

/** The authorizer's findings about a request. */
export const identification = z.strictObject({
  caller: z.union([
    z.strictObject({ principal }),
    /** `expired_at` is set only if the secret of the expired API key is right. */
    z.strictObject({ rejection, expired_at: z.optional(z.string()) }),
  ]),
  /** null when the request names no organization. */
  staff_override: z.nullable(staffOverride),
  rate: rateStatus,
});
export type Identification = z.infer<typeof identification>;

/**
 * Returns the permissions of a caller: the permissions of their role, as far as the credential has them too (null: it has all). Service
 * accounts do not get permissions that are for people only. A caller with `isReader` (default: false) may only read outside of
 * organizations.
 */
export function effectivePermissions(
  caller: {
    readonly user: User;
    readonly organization_id: string | null;
    readonly role: Principal['role'];
    readonly isReader?: boolean;
  },
  grantedToCredential: readonly Permission[] | null,
): Permission[] {
  const outside = caller.isReader ? permissionsOfReaders : permissionsWithoutOrganization;
  const ofRole = caller.organization_id === null ? outside : permissionsOf(caller.role);
  return ofRole.filter(
    (permission) =>
      (caller.user.type === 'user_account' || !permissionsForPeopleOnly.includes(permission)) &&
      (grantedToCredential === null || grantedToCredential.includes(permission)),
  );
}

const permissionsOf = (role: Principal['role']): readonly Permission[] =>
  role === null ? [] : permissionsOfRole[role];
