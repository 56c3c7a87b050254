import * as z from 'zod/mini';
import type { Permission } from '../contract/permissions.ts';
import { ApiError, forbidden } from './errors.ts';
import { authorizerContext, type Principal, principal } from './principal.ts';

const rejections = {
  missing_api_key: 'No API key was given. Send it as: Authorization: Bearer <API_KEY>.',
  invalid_api_key: 'The API key is not valid: it is unknown, expired or revoked.',
} as const;

/** The caller, from what the authorizer put into the request context. Throws 401 when it found nobody. */
export function authenticate(context: unknown): Principal {
  const result = z.parse(authorizerContext, context);
  if ('rejection' in result) throw new ApiError(result.rejection, rejections[result.rejection]);
  return z.parse(principal, JSON.parse(result.principal));
}

/** Throws 403 unless the caller holds the permission. */
export function authorize(caller: Principal, permission: Permission): void {
  if (!caller.permissions.includes(permission))
    throw forbidden(
      `This needs the permission ${permission}, which your API key or your role does not have.`,
    );
}
