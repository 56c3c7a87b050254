import type { HttpResponse } from '../http/response.ts';
import { log } from '../runtime/log.ts';
import { SignInError } from './failure.ts';
import { failurePage } from './pages.ts';
import { loggable } from './providerError.ts';

/** Logs the error that ended a sign-in, and returns its page. Rethrows errors that are not about signing in. */
export function failedSignIn(
  error: unknown,
  refused: { readonly returnTo: string; readonly requestId: string },
): HttpResponse {
  if (!(error instanceof SignInError)) throw error;
  const isProvidersFault = error.failure === 'failed' || error.failure === 'unreachable';
  log[isProvidersFault ? 'error' : 'info']('not signed in', {
    request_id: refused.requestId,
    failure: error.failure,
    ...(error.cause !== undefined && { cause: loggable(error.cause) }),
  });
  return failurePage(error.failure, { ...refused, address: error.address });
}
