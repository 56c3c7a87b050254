import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text in hexadecimal, 64 digits. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
