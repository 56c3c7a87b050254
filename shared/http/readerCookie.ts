import { cookieName } from '../contract/headers.ts';
import { isToken } from '../credentials/tokens.ts';
import { cookieIn, setCookie } from './cookies.ts';

/** Returns the name of the cookie of a reader who accepted a text without signing in. The cookie has only a random token. */
const nameFor = (baseUrl: string): string => cookieName('reader', baseUrl);

/** Returns the token in a Cookie header; undefined without a well-formed token. */
export function readerTokenIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  const token = cookieIn(cookieHeader, nameFor(baseUrl));
  return token !== undefined && isToken(token) ? token : undefined;
}

/** Returns a Set-Cookie header. */
export const setReaderCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  setCookie(`${nameFor(baseUrl)}=${token}`, maxAgeSeconds, baseUrl);
