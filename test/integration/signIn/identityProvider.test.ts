import { describe, expect, test } from 'vitest';
import { SignInError } from '../../../shared/signIn/failure.ts';
import { type IdentityProviderOptions, openIdProvider } from '../../../shared/signIn/identityProvider.ts';
import { loggable } from '../../../shared/signIn/providerError.ts';
import { clientId, type OpenIdServer, type Reply, signIn, startOpenIdServer } from './openIdServer.ts';

const baseUrl = 'https://docs.example.com';

const providerAt = (server: Pick<OpenIdServer, 'issuer'>, more: Partial<IdentityProviderOptions> = {}) =>
  openIdProvider({ issuer: server.issuer, clientId, clientSecret: async () => null, baseUrl, ...more });

const callback = (parameters: Record<string, string> = {}) =>
  new URLSearchParams({ code: 'the-code', state: signIn.state, ...parameters });

const tokens = (id_token: string, more: object = {}): Reply => ({
  json: { access_token: 'the-access-token', token_type: 'Bearer', id_token, ...more },
});

const failureOf = (promise: Promise<unknown>): Promise<SignInError> =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SignInError);
      return error as SignInError;
    },
  );

describe('a provider', () => {
  test('is asked for a code with PKCE, state and nonce', async () => {
    const url = await providerAt(await startOpenIdServer()).authorizationUrl(signIn);

    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${baseUrl}/login/callback`,
      scope: 'openid email',
      state: signIn.state,
      nonce: signIn.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(signIn.code_verifier);
  });

  test('can identify a person in the ID token', async () => {
    const server = await startOpenIdServer();

    const claims = await providerAt(server).identify(callback(), signIn);

    expect(claims).toEqual({
      issuer: server.issuer,
      subject: 'subject',
      email: 'ada@example.com',
      email_verified: true,
    });
    const redeemed = server.requests.find(({ line }) => line === 'POST /token');
    expect(Object.fromEntries(new URLSearchParams(redeemed?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: `${baseUrl}/login/callback`,
      code_verifier: signIn.code_verifier,
      client_id: clientId,
    });
  });

  test('can give the address at its user info endpoint instead, of the same person only', async () => {
    const server = await startOpenIdServer();
    server.replies['/token'] = tokens(await server.idToken());
    const claims = { email: 'ada@example.com', email_verified: 'true' };
    server.replies['/me'] = { json: { sub: 'subject', ...claims } };

    await expect(providerAt(server).identify(callback(), signIn)).resolves.toEqual({
      issuer: server.issuer,
      subject: 'subject',
      ...claims,
    });
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer the-access-token');
    server.replies['/me'] = { json: { sub: 'another', ...claims } };
    expect((await failureOf(providerAt(server).identify(callback(), signIn))).failure).toBe('failed');
  });

  test('is asked for its metadata once, and again after it did not answer', async () => {
    const server = await startOpenIdServer();
    const metadata = server.replies['/.well-known/openid-configuration'] ?? 'hang';
    const provider = providerAt(server);
    server.replies['/.well-known/openid-configuration'] = { status: 503, json: {} };

    expect((await failureOf(provider.authorizationUrl(signIn))).failure).toBe('unreachable');
    server.replies['/.well-known/openid-configuration'] = metadata;
    await Promise.all([provider.authorizationUrl(signIn), provider.authorizationUrl(signIn)]);
    await provider.endSessionUrl();

    expect(server.requests).toHaveLength(2);
  });

  test('with an endpoint for signing out is used for it, with a return address', async () => {
    const server = await startOpenIdServer();
    const provider = providerAt(server);
    expect(await provider.endSessionUrl()).toBeNull();

    const { json } = server.replies['/.well-known/openid-configuration'] as { json: object };
    server.replies['/.well-known/openid-configuration'] = {
      json: { ...json, end_session_endpoint: `${server.issuer}/logout` },
    };
    const url = await providerAt(server).endSessionUrl();

    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      client_id: clientId,
      post_logout_redirect_uri: `${baseUrl}/logout`,
      logout_uri: `${baseUrl}/logout`,
    });
  });

  test.for([
    { what: 'as it is by default', supported: undefined, header: true },
    { what: 'in a header', supported: ['client_secret_basic', 'private_key_jwt'], header: true },
    { what: 'in the body', supported: ['client_secret_basic', 'client_secret_post'], header: false },
  ])('gets the client secret $what', async ({ supported, header }) => {
    const server = await startOpenIdServer();
    const { json } = server.replies['/.well-known/openid-configuration'] as { json: object };
    server.replies['/.well-known/openid-configuration'] = {
      json: { ...json, token_endpoint_auth_methods_supported: supported },
    };
    const provider = providerAt(server, { clientSecret: async () => 'theSecret' });

    await provider.identify(callback(), signIn);

    const redeemed = server.requests.find(({ line }) => line === 'POST /token');
    expect(redeemed?.headers.authorization).toBe(header ? `Basic ${btoa('documents:theSecret')}` : undefined);
    expect(new URLSearchParams(redeemed?.body).get('client_secret')).toBe(header ? null : 'theSecret');
  });

  test.for(['http://login.example.com', 'http://127.0.0.1.example.com', 'ftp://localhost'])(
    'is refused without TLS: %s',
    (issuer) => {
      expect(() => providerAt({ issuer })).toThrow('must be https');
    },
  );
});

describe('an answer is refused', () => {
  const now = Math.floor(Date.now() / 1000);
  const email = { email: 'ada@example.com', email_verified: true };
  const saying =
    (...[claims, options]: Parameters<OpenIdServer['idToken']>) =>
    async ({ idToken }: OpenIdServer) =>
      tokens(await idToken({ ...email, ...claims }, options));

  // Threat: A sign-in is forged, replayed, or moved to another browser
  test.for<[what: string, failure: string, reply: (server: OpenIdServer) => Promise<Reply>]>([
    ['an ID token for another client', 'failed', saying({ aud: 'another' })],
    ['an ID token of another issuer', 'failed', saying({ iss: 'https://another.example' })],
    ['an ID token that has expired', 'failed', saying({ iat: now - 600, exp: now - 60 })],
    ['an ID token without an end', 'failed', saying({ exp: undefined })],
    ['an ID token that another party signed', 'failed', saying({}, { unknownKey: true })],
    // The browser has to start again.
    ['another nonce', 'unusable', saying({ nonce: 'another' })],
    ['no nonce', 'unusable', saying({ nonce: undefined })],
    ['no ID token', 'unusable', async () => ({ json: { access_token: 'token', token_type: 'Bearer' } })],
  ])('with %s: %s', async ([, failure, reply]) => {
    const server = await startOpenIdServer();
    server.replies['/token'] = await reply(server);

    expect((await failureOf(providerAt(server).identify(callback(), signIn))).failure).toBe(failure);
  });

  test.for([
    ['another state', { state: 'another' }],
    ['another issuer', { iss: 'https://another.example' }],
    ['no code', { code: '' }],
    ['a code in other characters', { code: 'c\u00f6de' }],
    ['a code longer than any', { code: 'c'.repeat(4097) }],
  ] as const)('with %s, before the code is redeemed', async ([, parameters]) => {
    const server = await startOpenIdServer();

    const refusal = await failureOf(providerAt(server).identify(callback(parameters), signIn));

    expect(refusal.failure).toBe('unusable');
    expect(server.requests.map(({ line }) => line)).not.toContain('POST /token');
  });
});

describe('a failure', () => {
  // Threat: A browser triggers alarms about errors of the service
  test.for([
    ['access_denied', 'declined'],
    ['temporarily_unavailable', 'unusable'],
    ['server_error', 'unusable'],
  ] as const)('at the provider has a reason of its own: %s', async ([error, failure]) => {
    const server = await startOpenIdServer();
    const parameters = new URLSearchParams({ error, state: signIn.state });

    expect((await failureOf(providerAt(server).identify(parameters, signIn))).failure).toBe(failure);
  });

  // Threat: A browser triggers alarms about errors of the service
  test.for([
    ['invalid_grant', 400, 'expired'],
    ['invalid_request', 400, 'unusable'],
    ['invalid_request', 500, 'unreachable'],
    ['unauthorized_client', 400, 'failed'],
    ['invalid_client', 401, 'failed'],
  ] as const)('to redeem a code has a reason of its own: %s with %i', async ([error, status, failure]) => {
    const server = await startOpenIdServer();
    server.replies['/token'] = { status, json: { error } };

    expect((await failureOf(providerAt(server).identify(callback(), signIn))).failure).toBe(failure);
  });

  test('to answer is noticed after a few seconds', async () => {
    const server = await startOpenIdServer();
    server.replies['/token'] = 'hang';

    const refusal = await failureOf(providerAt(server).identify(callback(), signIn));

    expect(refusal.failure).toBe('unreachable');
  });

  // Threat: Secrets appear in logs or answers
  test('is logged without secrets and addresses', async () => {
    const server = await startOpenIdServer();
    server.replies['/token'] = tokens(await server.idToken({ email: 'ada@example.com', nonce: 'another' }));
    const ofToken = await failureOf(providerAt(server).identify(callback(), signIn));
    const description = 'for ada@example.com';
    server.replies['/token'] = {
      status: 400,
      json: { error: 'invalid_grant', error_description: description },
    };
    const ofCode = await failureOf(providerAt(server).identify(callback(), signIn));

    const lines = [ofToken, ofCode].map(({ cause }) => JSON.stringify(loggable(cause)));

    expect(lines[0]).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    expect(lines[1]).toContain('invalid_grant');
    for (const secret of ['ada@', 'the-code', 'the-nonce', 'the-access-token', signIn.code_verifier])
      expect(lines.join()).not.toContain(secret);
  });
});
