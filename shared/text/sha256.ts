import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text (in UTF-8) or of bytes, in hexadecimal, 64 digits. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
