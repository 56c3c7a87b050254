import { createHash, randomBytes } from 'node:crypto';

/**
 * A session's cookie: an opaque random token. Over HTTPS its name has the prefix `__Host-`, with which browsers insist
 * on Secure, on no Domain and on the path `/` (RFC 6265bis, section 4.1.3.2); plain HTTP, which only a service on
 * localhost speaks, cannot have that.
 */
const nameFor = (baseUrl: string): string => (baseUrl.startsWith('https:') ? '__Host-session' : 'session');

/** 256 bits, as a cookie value needs no quoting for. */
export const generateSessionToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token in a Cookie header; undefined without one. */
export function sessionTokenIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  const name = nameFor(baseUrl);
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value) return value.trim();
  }
  return undefined;
}

/** `name=value`, as clients send it back. */
export const sessionCookiePair = (token: string, baseUrl: string): string => `${nameFor(baseUrl)}=${token}`;

/** A Set-Cookie header. `maxAgeSeconds` 0 removes the cookie. */
export const setSessionCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  `${sessionCookiePair(token, baseUrl)}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${
    baseUrl.startsWith('https:') ? '; Secure' : ''
  }`;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a request that a cookie authenticates may be carried out: reading may come from anywhere, a change only from
 * the service's own pages. Browsers name the origin of every request that can change something (Fetch, "Origin header").
 */
export const isSameSiteChange = (method: string, origin: string | undefined, baseUrl: string): boolean =>
  safeMethods.includes(method) || origin === new URL(baseUrl).origin;
