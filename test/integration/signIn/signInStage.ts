import { afterAll } from 'vitest';
import { type BrowserAnswer, Person } from '../../support/person.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import type { Stage } from '../../support/stages/stage.ts';
import { clientId, type OpenIdServer, startOpenIdServer } from './openIdServer.ts';

/** A stage with an identity provider whose claims a test sets, for the tests of one file. */
export interface SignInStage extends Stage {
  readonly provider: OpenIdServer;
  /**
   * Signs in a person with these claims, in a new browser. Returns the answer of the callback, and the browser.
   * `begin`: the path at which the browser begins
   */
  signIn(
    claims: Readonly<Record<string, unknown>>,
    begin?: string,
  ): Promise<{ readonly answer: BrowserAnswer; readonly browser: Person }>;
}

export async function openSignInStage(): Promise<SignInStage> {
  const provider = await startOpenIdServer(afterAll);
  const stage = await sharedStage({ environment: { oidcIssuer: provider.issuer, oidcClientId: clientId } });
  const { base_url } = stage.credentials;
  return {
    ...stage,
    provider,
    signIn: async (claims, begin = '/login') => {
      const browser = new Person();
      const { location } = await browser.go(base_url + begin);
      const asked = new URL(location ?? '').searchParams;
      const id_token = await provider.idToken({
        email_verified: true,
        ...claims,
        nonce: asked.get('nonce'),
      });
      provider.replies['/token'] = {
        json: { access_token: 'the-access-token', token_type: 'Bearer', id_token },
      };
      const answer = new URLSearchParams({ code: 'the-code', state: asked.get('state') ?? '' });
      return { answer: await browser.go(`${base_url}/login/callback?${answer}`), browser };
    },
  };
}
