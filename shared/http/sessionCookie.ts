import { cookieIn, cookieName, setCookie } from './cookies.ts';

/** Returns the name of the cookie that holds a session's token. */
export const sessionCookieName = (baseUrl: string): string => cookieName('session', baseUrl);

/** Returns the name of a session in logs. Not secret. */
export const sessionName = (tokenHash: string): string => `session:${tokenHash.slice(0, 16)}`;

/** Returns the token in a Cookie header; undefined if there is none. */
export const sessionTokenIn = (cookieHeader: string | undefined, baseUrl: string): string | undefined =>
  cookieIn(cookieHeader, sessionCookieName(baseUrl));

/** Returns `name=value`, as clients send it back. */
export const sessionCookiePair = (token: string, baseUrl: string): string =>
  `${sessionCookieName(baseUrl)}=${token}`;

/** Returns a Set-Cookie header. `maxAgeSeconds` 0 removes the cookie. */
export const setSessionCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  setCookie(sessionCookiePair(token, baseUrl), maxAgeSeconds, baseUrl);

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns whether to carry out a request that a cookie authenticates. Reads may come from any site, changes only from the service's own
 * pages. Browsers send the origin with every request that can change something (Fetch, "Origin header").
 */
export const isSameSiteChange = (method: string, origin: string | undefined, baseUrl: string): boolean =>
  safeMethods.includes(method) || origin === new URL(baseUrl).origin;
