import * as client from 'openid-client';
import { pages } from '../contract/pages.ts';
import type { SignInItem } from '../data/callers/signIns.ts';
import { baseUrl } from '../presentation/links.ts';
import { environment } from '../runtime/environment.ts';
import { readClientSecret } from './clientSecret.ts';
import { SignInError } from './failure.ts';
import { toSignInError } from './providerError.ts';
import { isTrustworthy } from './trustworthy.ts';

/**
 * The timeout of each request to the provider. The callback makes up to four requests in sequence (metadata, token, keys, user info), and
 * one for the client's secret, with a similar timeout. Together they stay within API Gateway's 29 seconds.
 */
const timeoutSeconds = 4;

/** The clocks of the provider and the service may differ by this much. */
const clockToleranceSeconds = 30;

/** The time in which metadata and the secret are cached. They change rarely, but an execution environment lives for hours. */
const keptMilliseconds = 10 * 60 * 1000;

export interface IdentityProviderOptions {
  /** The issuer identifier: https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Resolves with the client's secret, or with null for a public client, which uses PKCE only. */
  readonly clientSecret: () => Promise<string | null>;
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
}

/** The provider's statements about a person. */
export interface Claims {
  /** Issuer and subject identify an account permanently. Its address may later belong to somebody else. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: unknown;
  readonly email_verified: unknown;
  /** Names, if the provider sends them: the service does not request them. */
  readonly name?: unknown;
  readonly given_name?: unknown;
  readonly family_name?: unknown;
}

interface IdentityProvider {
  /** Returns the URL at which a person signs in. With `prompt`, the provider asks even signed-in people to sign in again. */
  authorizationUrl(signIn: SignInItem, prompt?: 'login'): Promise<URL>;
  /** Redeems the parameters that the provider sent back, and resolves with the person's claims. */
  identify(callback: URLSearchParams, signIn: SignInItem): Promise<Claims>;
  /** Returns the URL that signs a person out at the provider too; null if the provider has none. */
  endSessionUrl(): Promise<URL | null>;
}

const issuer = environment('oidcIssuer');
const clientId = environment('oidcClientId');
const secretParameter = environment('oidcClientSecretParameter');

/** Returns the provider that the environment names. */
export const configuredProvider = (): IdentityProvider =>
  openIdProvider({
    issuer: issuer(),
    clientId: clientId(),
    clientSecret: async () => (secretParameter() === '' ? null : readClientSecret(secretParameter())),
    baseUrl: baseUrl(),
  });

/**
 * Talks to any OpenID Connect provider, by the authorization code flow with PKCE, state and nonce (RFC 9700). Its metadata is cached for
 * ten minutes. Every method throws a SignInError for an error of the provider.
 */
export function openIdProvider({
  issuer,
  clientId,
  clientSecret,
  baseUrl,
}: IdentityProviderOptions): IdentityProvider {
  const server = new URL(issuer);
  if (!isTrustworthy(server)) throw new Error(`The issuer ${issuer} must be https, or http on loopback.`);

  const discover = (): Promise<client.Configuration> =>
    client.discovery(
      server,
      clientId,
      { [client.clockTolerance]: clockToleranceSeconds },
      authenticateWith(secret),
      {
        timeout: timeoutSeconds,
        execute: [
          // The signature of the ID token is checked, although the token comes directly from the provider over TLS.
          client.enableNonRepudiationChecks,
          ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  const configured = kept(discover);
  const secret = kept(clientSecret);
  const asking = async <T>(ask: (configuration: client.Configuration) => T | Promise<T>): Promise<T> => {
    try {
      return await ask(await configured());
    } catch (error) {
      throw toSignInError(error);
    }
  };

  return {
    authorizationUrl: (signIn, prompt) =>
      asking(async (configuration) =>
        client.buildAuthorizationUrl(configuration, {
          redirect_uri: baseUrl + pages.signInCallback.path,
          scope: 'openid email',
          state: signIn.state,
          nonce: signIn.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(signIn.code_verifier),
          code_challenge_method: 'S256',
          ...(prompt && { prompt }),
        }),
      ),
    identify: (callback, signIn) =>
      asking(async (configuration) => {
        requireUsable(callback, signIn, configuration.serverMetadata());
        // The secret is read first, because a code is valid for one attempt only.
        await secret();
        const url = new URL(`${baseUrl}${pages.signInCallback.path}?${callback}`);
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          expectedState: signIn.state,
          expectedNonce: signIn.nonce,
          pkceCodeVerifier: signIn.code_verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SignInError('failed');
        // The address is in the ID token, or at the user info endpoint (OpenID Connect Core, section 5.4).
        const { email, email_verified, name, given_name, family_name } =
          (claims.email === undefined || claims.email_verified === undefined) &&
          configuration.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email,
          email_verified,
          name,
          given_name,
          family_name,
        };
      }),
    endSessionUrl: () =>
      asking((configuration) => {
        if (!configuration.serverMetadata().end_session_endpoint) return null;
        const returnUrl = baseUrl + pages.signedOut.path;
        return client.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: returnUrl,
          // Amazon Cognito needs this parameter ("The managed login sign-out endpoint"). Other providers ignore it.
          logout_uri: returnUrl,
        });
      }),
  };
}

/** Throws a SignInError for a callback that cannot come from the provider (RFC 9207, section 2.4). */
function requireUsable(
  callback: URLSearchParams,
  { state }: SignInItem,
  server: client.ServerMetadata,
): void {
  const issuer =
    callback.get('iss') ?? (server.authorization_response_iss_parameter_supported ? null : server.issuer);
  const code = callback.get('code');
  const hasOutcome = code ? isCode(code) : Boolean(callback.get('error'));
  if (issuer !== server.issuer || callback.get('state') !== state || !hasOutcome)
    throw new SignInError('unusable');
}

/**
 * Returns whether a text can be a code (RFC 6749, appendix A.11). Codes of providers are shorter than the limit. Other text is refused
 * without a request to the provider.
 */
const isCode = (text: string): boolean => text.length <= codeMaxCharacters && /^[\x20-\x7e]+$/.test(text);
const codeMaxCharacters = 4096;

/** Authenticates the client with its secret, if it has one, by a method that the provider supports. */
const authenticateWith =
  (secret: () => Promise<string | null>): client.ClientAuth =>
  async (server, ...request) => {
    const value = await secret();
    // The secret goes into the body if the provider allows this. The default (OpenID Connect Discovery, section 3) is a header with the
    // secret percent-encoded (RFC 6749, section 2.3.1), which some providers do not decode.
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const secretAuthentication = supported.includes('client_secret_post')
      ? client.ClientSecretPost
      : client.ClientSecretBasic;
    return (value === null ? client.None() : secretAuthentication(value))(server, ...request);
  };

/** Caches the result of `ask` for ten minutes. A failure is not cached. */
function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (!last || last.until <= Date.now()) last = { answer: ask(), until: Date.now() + keptMilliseconds };
    const current = last;
    try {
      return await current.answer;
    } catch (error) {
      if (last === current) last = undefined;
      throw error;
    }
  };
}
