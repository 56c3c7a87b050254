import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serveLoopback } from 'assembly-host/ownNames';
import { onPort, readPorts, writePorts } from 'assembly-host/ports';
import type { UserPool } from 'assembly-host/template/localNames';
import type { Provider } from 'oidc-provider';
import { daySeconds } from '../../shared/contract/days.ts';
import { pages } from '../../shared/contract/pages.ts';
import { MemoryAdapter } from './identityProvider/memoryAdapter.ts';
import { codeFor } from './identityProvider/oneTimeCodes.ts';
import { codePage, errorPage, signedOutPage, signInPage, signOutPage } from './identityProvider/pages.ts';
import { strangers } from './people.ts';

export interface IdentityProviderOptions {
  /** The URL of the service that people sign in to. */
  readonly baseUrl: string;
  /** The folder that stores the provider's port. */
  readonly dataDirectory: string;
}

const clientId = 'document-governance';

/**
 * An OpenID provider on a loopback address. People sign in without a password, and the pages show the codes that a real provider would
 * send. The provider forgets everything when it stops, so people have to sign in again.
 *
 * The provider is on 127.0.0.1, and the service is on localhost. So browsers treat the two as separate sites, as on AWS.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<UserPool> {
  let provider: Promise<Provider> | undefined;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // Loading the provider takes a quarter of a second, so only a sign-in should wait for it.
    provider ??= createProvider(issuer, options.baseUrl);
    provider
      .then((loaded) => answer(loaded, request, response))
      .catch((error: unknown) => {
        console.error('The local identity provider failed:', error);
        response.destroy();
      });
  };
  const portsFile = join(options.dataDirectory, 'identityProvider.json');
  const { identityProvider: before } = readPorts(portsFile);
  const { endpoint: issuer } = await onPort(before, (port) => serveLoopback(port, serve));
  writePorts(portsFile, { identityProvider: Number(new URL(issuer).port) });
  return { issuer, clientId };
}

async function createProvider(issuer: string, baseUrl: string): Promise<Provider> {
  const { Provider } = await import('oidc-provider');
  return new Provider(issuer, {
    adapter: MemoryAdapter,
    jwks: { keys: [await newSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [baseUrl + pages.signInCallback.path],
        post_logout_redirect_uris: [baseUrl + pages.signedOut.path],
      },
    ],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: async (_context, email) => ({
      accountId: email,
      claims: async () => ({ sub: email, email, email_verified: email !== strangers.unverified.email }),
    }),
    // Lets the service learn the person's e-mail address, without asking the person.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const before = session.grantIdFor(client.clientId);
      const granted = before && (await provider.Grant.find(before));
      if (granted) return granted;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => interactionPrefix + uid },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 300,
      Interaction: 3600,
      Session: daySeconds,
      Grant: daySeconds,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage();
        },
      },
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'html';
      context.body = errorPage(error, error_description);
    },
  });
}

async function newSigningKey() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  return {
    ...(await crypto.subtle.exportKey('jwk', privateKey)),
    kty: 'EC',
    use: 'sig',
    alg: 'ES256',
    key_ops: undefined,
  };
}

const interactionPrefix = '/interaction/';

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith(interactionPrefix)) {
    await provider.callback()(request, response);
    return;
  }
  response.setHeader('Cache-Control', 'no-store');
  const show = async (page: string): Promise<void> => {
    await provider.interactionDetails(request, response);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page);
  };
  if (request.method !== 'POST') return show(signInPage(request.url));
  const form = await readForm(request);
  const valueIn = (field: string) => form.get(field)?.trim().toLowerCase();
  const address = valueIn('address');
  const code = address && codeFor(request.url, address);
  if (code && valueIn('code') !== code) return show(codePage(request.url, address, code, form.has('code')));
  const email = address ?? valueIn('email');
  await provider.interactionFinished(
    request,
    response,
    email
      ? { login: { accountId: email } }
      : { error: 'access_denied', error_description: 'Nobody was chosen.' },
  );
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
