import type { webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../../support/receivers/listening.ts';

/** An answer of the server. `hang` never answers. */
export type Reply = { readonly status?: number; readonly json: unknown } | 'hang';

export interface OpenIdServer {
  readonly issuer: string;
  /** All requests, in order, such as `GET /jwks`. */
  readonly requests: {
    readonly line: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
  /** The answers by path. Tests replace them. */
  replies: Record<string, Reply>;
  /** Makes an ID token, by default a valid one. */
  idToken(claims?: Record<string, unknown>, options?: { readonly unknownKey?: boolean }): Promise<string>;
}

/** The pending sign-in of these tests. A correct provider repeats the values of this sign-in. */
export const signIn = {
  handle_hash: 'hash',
  state: 'the-state',
  nonce: 'the-nonce',
  code_verifier: 'v'.repeat(43),
  return_to: '/d/doc_1',
  expires_at_seconds: 0,
};
export const clientId = 'documents';

/**
 * An OpenID provider with answers that a test can replace. It runs until the end of the test, or with `afterAll` until the end of the file.
 */
export async function startOpenIdServer(
  atEnd: (close: () => void) => void = onTestFinished,
): Promise<OpenIdServer> {
  const [keys, otherKeys] = [await newKeys(), await newKeys()];
  const server = createServer((request, response) => void answer(request, response));
  const port = await listening(server);
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${port}`;
  const idToken: OpenIdServer['idToken'] = async (claims = {}, { unknownKey = false } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: issuer,
      aud: clientId,
      sub: 'subject',
      nonce: signIn.nonce,
      iat: now,
      exp: now + 300,
    };
    return sign({ ...usual, ...claims }, unknownKey ? otherKeys.privateKey : keys.privateKey);
  };
  const openId: OpenIdServer = {
    issuer,
    requests: [],
    idToken,
    replies: {
      '/.well-known/openid-configuration': {
        json: {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/me`,
          id_token_signing_alg_values_supported: ['ES256'],
        },
      },
      '/jwks': { json: { keys: [await publicJwk(keys.publicKey)] } },
      '/token': {
        json: {
          access_token: 'the-access-token',
          token_type: 'Bearer',
          id_token: await idToken({ email: 'ada@example.com', email_verified: true }),
        },
      },
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const path = request.url ?? '';
    openId.requests.push({ line: `${request.method} ${path}`, headers: request.headers, body });
    const reply = openId.replies[path] ?? { status: 404, json: {} };
    if (reply === 'hang') return;
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(reply.json));
  }
  return openId;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const publicJwk = async (key: webcrypto.CryptoKey) => ({
  ...(await crypto.subtle.exportKey('jwk', key)),
  alg: 'ES256',
  use: 'sig',
});

async function sign(claims: object, key: webcrypto.CryptoKey): Promise<string> {
  const encoded = [{ alg: 'ES256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = await crypto.subtle.sign(algorithm, key, Buffer.from(encoded));
  return `${encoded}.${Buffer.from(signature).toString('base64url')}`;
}
