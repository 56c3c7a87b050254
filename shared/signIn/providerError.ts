import * as client from 'openid-client';
import * as z from 'zod/mini';
import { SignInError } from './failure.ts';
import type { SignInFailure } from './pages.ts';

/** Turns an error of a request to the provider into a SignInError. Returns a SignInError unchanged. */
export const toSignInError = (error: unknown): SignInError =>
  error instanceof SignInError ? error : new SignInError(failureOf(error), { cause: error });

function failureOf(error: unknown): SignInFailure {
  if (error instanceof client.AuthorizationResponseError) return failureOfAuthorization(error.error);
  // The code was used before, is too old, or belongs to another sign-in (RFC 6749, section 5.2).
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  // Some providers give this answer to a code that they never issued, for example one that the browser made up.
  if (error instanceof client.ResponseBodyError && error.status === 400 && error.error === 'invalid_request')
    return 'unusable';
  if (isAlteredRequest(error)) return 'unusable';
  return isUnreachable(error) ? 'unreachable' : 'failed';
}

/** Returns the failure for an error code of RFC 6749, section 4.1.2.1, or OpenID Connect Core, section 3.1.2.6. */
function failureOfAuthorization(code: string): SignInFailure {
  switch (code) {
    case 'access_denied':
    case 'login_required':
    case 'interaction_required':
    case 'account_selection_required':
    case 'consent_required':
      return 'declined';
    default:
      return 'unusable';
  }
}

/** The errors of `openid-client` for an ID token with a wrong or missing nonce, and for an answer without an ID token. */
const alteredRequest = z.object({
  cause: z.object({
    cause: z.union([
      z.object({ claim: z.literal('nonce') }),
      z.object({ claims: z.object({ nonce: z.optional(z.undefined()) }) }),
      z.object({ body: z.object({ access_token: z.string(), id_token: z.optional(z.undefined()) }) }),
    ]),
  }),
});

/** Returns whether the browser changed the request to the provider, for example removed the scope or changed the nonce. */
const isAlteredRequest = (error: unknown): boolean => alteredRequest.safeParse(error).success;

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // `fetch` throws this when it gets no response.
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT')) return true;
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  return error.cause instanceof Response && error.cause.status >= 500;
}

/**
 * Returns the part of an error that may be logged: its name, and the provider's code. The causes of an error have claims, tokens and whole
 * responses. A description is free text of the provider.
 */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { name, message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const isAnswer =
    error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
  return {
    error: name,
    message,
    ...(code !== undefined && { code }),
    ...(isAnswer && { provider_error: shortened(error.error) }),
  };
}

/** Shortens a text, because anyone can call the callback with any text. */
const shortened = (text: string): string => text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
