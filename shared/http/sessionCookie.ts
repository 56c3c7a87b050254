import { createHash, randomBytes } from 'node:crypto';
import { cookieIn, cookieName, setCookie } from './cookies.ts';

/** A session's cookie: an opaque random token. */
const nameFor = (baseUrl: string): string => cookieName('session', baseUrl);

/** 256 bits, as a cookie value needs no quoting for. */
export const generateSessionToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token in a Cookie header; undefined without one. */
export const sessionTokenIn = (cookieHeader: string | undefined, baseUrl: string): string | undefined =>
  cookieIn(cookieHeader, nameFor(baseUrl));

/** `name=value`, as clients send it back. */
export const sessionCookiePair = (token: string, baseUrl: string): string => `${nameFor(baseUrl)}=${token}`;

/** A Set-Cookie header. `maxAgeSeconds` 0 removes the cookie. */
export const setSessionCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  setCookie(sessionCookiePair(token, baseUrl), maxAgeSeconds, baseUrl);

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a request that a cookie authenticates may be carried out: reading may come from anywhere, a change only from
 * the service's own pages. Browsers name the origin of every request that can change something (Fetch, "Origin header").
 */
export const isSameSiteChange = (method: string, origin: string | undefined, baseUrl: string): boolean =>
  safeMethods.includes(method) || origin === new URL(baseUrl).origin;
