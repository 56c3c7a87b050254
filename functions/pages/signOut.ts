import { pages } from '../../shared/contract/pages.ts';
import { isSameSiteChange, setSessionCookie } from '../../shared/http/sessionCookie.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { page } from '../../shared/pages/page.ts';
import { PageError } from '../../shared/pages/pageError.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { endSession } from '../../shared/signIn/browserSession.ts';
import { configuredProvider } from '../../shared/signIn/identityProvider.ts';
import { signingOutPage } from '../../shared/signIn/pages.ts';
import { loggable } from '../../shared/signIn/providerError.ts';

const provider = memory(configuredProvider);

export const handler = page(pages.signOut, async ({ headers, requestId }) => {
  // Checks the origin of requests without a session too. A request from another site comes without cookies, but the answer removes the
  // session cookie from the browser.
  if (!isSameSiteChange(pages.signOut.method, headers.origin, baseUrl()))
    throw new PageError('insufficient_permissions', 'signOut.otherSite');
  await endSession(headers.cookie, baseUrl());
  const cookies = [setSessionCookie('', 0, baseUrl())];
  // The service's own session has ended at this point, so an error of the provider is only logged.
  const elsewhere = await provider.current.endSessionUrl().catch((error: unknown) => {
    log.error('not signed out at the identity provider', { request_id: requestId, cause: loggable(error) });
    return null;
  });
  return elsewhere
    ? { ...signingOutPage(elsewhere), multiValueHeaders: { 'Set-Cookie': cookies } }
    : redirect(baseUrl() + pages.signedOut.path, cookies);
});
