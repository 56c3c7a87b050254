import { pages } from '../../shared/contract/pages.ts';
import { hashToken, isToken } from '../../shared/credentials/tokens.ts';
import { type SignInItem, takeSignIn } from '../../shared/data/callers/signIns.ts';
import { retryOnConflict } from '../../shared/data/table/conflict.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { beginSession } from '../../shared/signIn/browserSession.ts';
import { SignInError } from '../../shared/signIn/failure.ts';
import { handleIn, removeHandleCookie } from '../../shared/signIn/handleCookie.ts';
import { configuredProvider } from '../../shared/signIn/identityProvider.ts';
import { personOf } from '../../shared/signIn/person.ts';
import { failedSignIn } from '../../shared/signIn/refuse.ts';
import { landingPath } from '../../shared/signIn/returnTo.ts';

const provider = memory(configuredProvider);

export const handler = page(pages.signInCallback, async ({ query, headers, requestId }) => {
  const signIn = await begun(query, headers.cookie);
  if (!signIn) return failedSignIn(new SignInError('expired'), { returnTo: landingPath, requestId });

  const removeHandle = removeHandleCookie(signIn.state, baseUrl());
  try {
    const claims = await provider.current.identify(parametersOf(query), signIn);
    const { person, session } = await retryOnConflict(async () => {
      const proven = await personOf(claims, Date.now(), signIn.return_to);
      const { person, writes } = proven;
      return { person, session: await beginSession(person, writes, headers.cookie, baseUrl()) };
    });
    log.info('signed in', { request_id: requestId, user_id: person.id, credential: session.name });
    return redirect(baseUrl() + signIn.return_to, [session.cookie, removeHandle]);
  } catch (error) {
    const refusal = failedSignIn(error, { returnTo: signIn.return_to, requestId });
    return { ...refusal, multiValueHeaders: { 'Set-Cookie': [removeHandle] } };
  }
});

/**
 * Returns the pending sign-in of this browser and callback. Removes it before any request to the provider, so that nobody can use a
 * callback twice.
 */
async function begun(
  { state = '' }: PageRequest['query'],
  cookieHeader: string | undefined,
): Promise<SignInItem | undefined> {
  // `openid-client` creates states in the format of the service's tokens.
  const handle = isToken(state) ? handleIn(cookieHeader, state, baseUrl()) : undefined;
  if (handle === undefined) return undefined;
  return takeSignIn(hashToken(handle), state, Math.floor(Date.now() / 1000));
}

/** Returns the parameters of the authorization code flow. Other parameters belong to flows that the service does not use. */
function parametersOf(query: PageRequest['query']): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ['code', 'error', 'iss', 'state']) {
    const value = query[name];
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters;
}
