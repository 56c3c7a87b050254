import { sessionCookieName } from '../contract/headers.ts';
import { cookieIn, setCookie } from './cookies.ts';

/** Returns the name of a session in logs. The name is not secret. */
export const sessionName = (tokenHash: string): string => `session:${tokenHash.slice(0, 16)}`;

/** Returns the token in a Cookie header; undefined if there is none. */
export const sessionTokenIn = (cookieHeader: string | undefined, baseUrl: string): string | undefined =>
  cookieIn(cookieHeader, sessionCookieName(baseUrl));

/** Returns `name=value`, as clients send the cookie back. */
export const sessionCookiePair = (token: string, baseUrl: string): string =>
  `${sessionCookieName(baseUrl)}=${token}`;

/** Returns a Set-Cookie header. `maxAgeSeconds` 0 removes the cookie. */
export const setSessionCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  setCookie(sessionCookiePair(token, baseUrl), maxAgeSeconds, baseUrl);

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Returns whether to carry out a request that a cookie authenticates. A request that reads may come from a page of any site. A request that
 * changes something must come from a page of the service: browsers name the page's origin in every such request (Fetch, "Origin header").
 */
export const isSameSiteChange = (method: string, origin: string | undefined, baseUrl: string): boolean =>
  safeMethods.includes(method) || origin === new URL(baseUrl).origin;
