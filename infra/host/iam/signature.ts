import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../credentials.ts';

export const algorithm = 'AWS4-HMAC-SHA256';

/** One request as Signature Version 4 sees it (AWS Signature Version 4, "Create a signed AWS API request"). */
interface CanonicalRequest {
  readonly method: string;
  readonly path: string;
  /** The query, encoded and sorted. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Header names in lower case, sorted, separated by `;`. */
  readonly signedHeaders: string;
  readonly payloadHash: string;
  /** `20150830T123600Z` */
  readonly time: string;
  /** `20150830/us-east-1/service/aws4_request` */
  readonly scope: string;
}

/** Caches the keys that are derived from secrets. */
export class SigningKeys {
  readonly #derived = new Map<string, KeyObject>();

  of({ secretAccessKey }: Credentials, scope: string): KeyObject {
    const name = `${secretAccessKey}/${scope}`;
    let key = this.#derived.get(name);
    if (!key) {
      // Bounds the memory, because callers may sign with any day and scope.
      if (this.#derived.size >= maxDerivedKeys) this.#derived.clear();
      key = createSecretKey(
        scope
          .split('/')
          .reduce<Buffer>(
            (parent, part) => createHmac('sha256', parent).update(part).digest(),
            Buffer.from(`AWS4${secretAccessKey}`),
          ),
      );
      this.#derived.set(name, key);
    }
    return key;
  }
}

const maxDerivedKeys = 1000;

/** Returns a request's signature in hexadecimal digits. */
export function signatureOf(request: CanonicalRequest, key: KeyObject): string {
  const { method, path, query, headers, signedHeaders, payloadHash, time, scope } = request;
  let canonical = `${method}\n${path}\n${query}\n`;
  for (const name of signedHeaders.split(';')) canonical += `${name}:${headerValue(headers[name])}\n`;
  canonical += `\n${signedHeaders}\n${payloadHash}`;
  // Headers have one character for each byte; everything else is ASCII.
  const digest = hash('sha256', Buffer.from(canonical, 'latin1'));
  // A hexadecimal digest is faster than a buffer.
  return createHmac('sha256', key).update(`${algorithm}\n${time}\n${scope}\n${digest}`).digest('hex');
}

/** Checks a request's signature in constant time. */
export function isSignatureOf(request: CanonicalRequest, key: KeyObject, signature: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(request, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function headerValue(value: string | string[] | undefined): string {
  if (typeof value === 'string')
    return value.includes('  ') ? value.trim().replace(/ +/g, ' ') : value.trim();
  return value === undefined ? '' : headerValue(value.join(','));
}

/** Returns the epoch milliseconds of a time such as `20150830T123600Z`; NaN when it is malformed. */
export function millisecondsOf(time: string): number {
  if (!/^\d{8}T\d{6}Z$/.test(time)) return Number.NaN;
  const part = (start: number, end: number): number => Number(time.slice(start, end));
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(9, 11), part(11, 13), part(13, 15));
}

/** Returns a time in the format of signatures. */
export const timeOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
