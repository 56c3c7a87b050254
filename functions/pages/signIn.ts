import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { pages } from '../../shared/contract/pages.ts';
import { hashToken, newToken } from '../../shared/credentials/tokens.ts';
import { createSignIn, newSignIn } from '../../shared/data/callers/signIns.ts';
import { writeBookkeeping } from '../../shared/data/table/commit.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { page } from '../../shared/pages/page.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { removeOldestHandles, setHandleCookie } from '../../shared/signIn/handleCookie.ts';
import { configuredProvider } from '../../shared/signIn/identityProvider.ts';
import { signedInPage } from '../../shared/signIn/pages.ts';
import { failedSignIn } from '../../shared/signIn/refuse.ts';
import { landingPath, returnPath } from '../../shared/signIn/returnTo.ts';

const provider = memory(configuredProvider);

export const handler = page(pages.signIn, async ({ visitor, query, headers, requestId }) => {
  const returnTo = returnPath(query.return_to, baseUrl());
  const prompt = query.prompt === 'login' ? 'login' : undefined;
  if (visitor?.credential.startsWith('session:') && !prompt)
    return returnTo === landingPath
      ? signedInPage(visitor, pages.signIn.path)
      : redirect(baseUrl() + returnTo);

  const handle = newToken();
  const signIn = newSignIn(
    {
      handle_hash: hashToken(handle),
      state: randomState(),
      nonce: randomNonce(),
      code_verifier: randomPKCECodeVerifier(),
      return_to: returnTo,
    },
    Math.floor(Date.now() / 1000),
  );
  try {
    // Asks the provider first, so that nothing is stored while the provider is unreachable.
    const { href } = await provider.current.authorizationUrl(signIn, prompt);
    await writeBookkeeping([createSignIn(signIn)]);
    const cookies = [
      setHandleCookie(signIn.state, handle, baseUrl()),
      ...removeOldestHandles(headers.cookie, baseUrl()),
    ];
    return redirect(href, cookies);
  } catch (error) {
    return failedSignIn(error, { returnTo, requestId });
  }
});
