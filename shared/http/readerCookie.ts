import { randomBytes } from 'node:crypto';
import { sha256Of } from '../sha256.ts';
import { cookieIn, cookieName, setCookie } from './cookies.ts';

/** The cookie of a browser whose reader accepted a text without signing in. It says nothing but that. */
const nameFor = (baseUrl: string): string => cookieName('reader', baseUrl);

/** Returns 256 random bits, in characters that a cookie's value need not quote. */
export const generateReaderToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash that is stored of a token. */
export const hashReaderToken = sha256Of;

/** Returns the token in a Cookie header; undefined without what could be one. */
export function readerTokenIn(cookieHeader: string | undefined, baseUrl: string): string | undefined {
  const token = cookieIn(cookieHeader, nameFor(baseUrl));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** Returns a Set-Cookie header. */
export const setReaderCookie = (token: string, maxAgeSeconds: number, baseUrl: string): string =>
  setCookie(`${nameFor(baseUrl)}=${token}`, maxAgeSeconds, baseUrl);
