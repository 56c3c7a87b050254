import type { ErrorCode } from '../contract/errorCodes.ts';
import { staffOverrideHeader } from '../contract/headers.ts';
import type { OperationContract } from '../contract/operation.ts';
import { ApiError, forbidden, invalidRequest } from './errors.ts';
import {
  type Identification,
  isApiKey,
  type Principal,
  type Rejection,
  type StaffOverride,
} from './principal.ts';

const rejections: Readonly<Record<Rejection, { readonly code: ErrorCode; readonly message: string }>> = {
  missing_api_key: {
    code: 'missing_api_key',
    message: 'No API key was given. Send it as: Authorization: Bearer <API_KEY>.',
  },
  invalid_api_key: {
    code: 'invalid_api_key',
    message: 'The API key is not valid: it is unknown, expired or revoked.',
  },
  invalid_session: { code: 'invalid_session', message: 'The session has ended. Sign in again.' },
  cross_site: {
    code: 'insufficient_permissions',
    message:
      'A change with a session cookie must come from a page of this service, but its Origin header does not name this service. Programs use an API key instead.',
  },
};

/** Returns the error for a request without a caller. `expiredAt`: the time at which its API key expired, if this is the reason. */
export function rejected(rejection: Rejection, expiredAt?: string): ApiError {
  const { code, message } = rejections[rejection];
  if (expiredAt !== undefined)
    return new ApiError(code, `The API key expired at ${expiredAt}. Use another API key.`);
  return new ApiError(code, message);
}

/** Returns the caller. Throws 401 for a request without a caller. */
export function authenticate({ caller }: Identification): Principal {
  if ('rejection' in caller) throw rejected(caller.rejection, caller.expired_at);
  return caller.principal;
}

/**
 * Returns the caller. Returns the caller's staff override instead, if there is one and the operation takes overrides. Throws 401 for a
 * request without a caller, 403 if the caller may not call the operation, and the error of a refused override.
 */
export function authorize(identification: Identification, contract: OperationContract): Principal {
  const caller = authenticate(identification);
  const { staff_override } = identification;
  const principal = contract.staffOverride && staff_override ? overridden(staff_override) : caller;
  const { permission } = contract;
  if (permission !== null && !principal.permissions.includes(permission))
    throw forbidden(
      principal.organization_id === null && permission.startsWith('organization#')
        ? 'You do not belong to an organization.'
        : `This needs the permission ${permission}, which your API key or your role does not have.`,
    );
  if (contract.sessionOnly && isApiKey(principal))
    throw forbidden('An API key cannot do this. Sign in to do it with a session.');
  if (contract.peopleOnly) requirePerson(principal);
  return principal;
}

/**
 * Throws 403 for a service account. Without this rule, a removed person who still has a key of a service account could use that key to come
 * back.
 */
export function requirePerson({ user }: Principal): void {
  if (user.type === 'service_account')
    throw forbidden(
      'A service account cannot invite people, change roles, or create service accounts or keys for others. A person must do this.',
    );
}

function overridden(override: StaffOverride): Principal {
  if ('principal' in override) return override.principal;
  switch (override.refused) {
    case 'not_staff':
      throw forbidden(`${staffOverrideHeader} is for service staff only.`);
    case 'malformed':
      throw invalidRequest({
        code: 'invalid_value',
        location: `header.${staffOverrideHeader}`,
        param: staffOverrideHeader,
        message: `${staffOverrideHeader} must be an organization id: org_ and 26 lower-case characters.`,
      });
    case 'unknown':
      throw new ApiError(
        'resource_not_found',
        `The organization in ${staffOverrideHeader} does not exist.`,
        staffOverrideHeader,
      );
  }
}
