import { randomBytes } from 'node:crypto';
import { sha256Of } from '../sha256.ts';

/** Returns 256 random bits, in characters that neither a cookie's value nor a URL has to quote. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns whether a text can be a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns the hash that is stored of a token. */
export const hashToken = sha256Of;
