import type { HttpResponse } from '../http/response.ts';
import { log } from '../log.ts';
import { SignInError } from './failure.ts';
import { failurePage } from './pages.ts';
import { loggable } from './providerError.ts';

export interface Refused {
  /** Where the person was going. */
  readonly returnTo: string;
  readonly requestId: string;
}

/** The page for a sign-in that ends with an error, which is logged. Throws again what is not about signing in. */
export function failedSignIn(error: unknown, refused: Refused): HttpResponse {
  if (!(error instanceof SignInError)) throw error;
  const isProvidersFault = error.failure === 'failed' || error.failure === 'unreachable';
  log[isProvidersFault ? 'error' : 'info']('not signed in', {
    request_id: refused.requestId,
    failure: error.failure,
    ...(error.cause !== undefined && { cause: loggable(error.cause) }),
  });
  return failurePage(error.failure, refused);
}
