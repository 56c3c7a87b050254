import { randomBytes } from 'node:crypto';
import { sha256Of } from '../text/sha256.ts';

/** Returns 256 random bits, as text that needs no quoting in cookies and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns the hash that is stored for a token. */
export const hashToken = sha256Of;
