import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { base32OfUuid, uuidOfBase32 } from '../contract/uuid.ts';
import { sha256Of } from '../text/sha256.ts';

/**
 * An API key: `dgs_<live or test>_`, 26 characters that identify the key (a UUID in lower-case Crockford base 32) and 32 secret characters
 * (base 62, 190 bits). Only the UUID and a hash of the secret are stored.
 */
export interface ApiKey {
  readonly uuid: string;
  /** The secret part: the environment and the last 32 characters. */
  readonly secret: string;
}

const pattern = /^dgs_(live|test)_([0-7][0-9a-hjkmnp-tv-z]{25})([0-9A-Za-z]{32})$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const proofLength = 32;

/** Returns the parts of a key that a client sent; undefined when the text does not have the form of a key. */
export function parseApiKey(text: string): ApiKey | undefined {
  const [, environment, name, proof] = pattern.exec(text) ?? [];
  return environment && name && proof ? { uuid: uuidOfBase32(name), secret: environment + proof } : undefined;
}

/** Returns the environment in the keys of a stage. It is `test` for plain HTTP, which only a service on localhost may use. */
export const keyEnvironmentOf = (baseUrl: string): 'live' | 'test' =>
  baseUrl.startsWith('https://') ? 'live' : 'test';

/** Returns a new key with its text. The text is never stored. */
export function generateApiKey(environment: 'live' | 'test'): ApiKey & { readonly text: string } {
  const uuid = randomUUID();
  const proof = randomBase62(proofLength);
  return { uuid, secret: environment + proof, text: `dgs_${environment}_${base32OfUuid(uuid)}${proof}` };
}

/**
 * Returns the hash that is stored for a secret. A slow password hash would add no protection, because the secret is random and too long to
 * guess.
 */
export const hashSecret = sha256Of;

/** Returns whether `hash` is the hash of a secret. The comparison takes constant time. */
export const secretMatches = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(hash, 'hex'));

/**
 * Skips bytes from 248 on, because 248 is the largest multiple of 62 in a byte. With larger bytes, modulo 62 would favour some characters.
 */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
  return text;
}
