import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './errors.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SignedRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const algorithm = 'AWS4-HMAC-SHA256';
const maxClockSkewMilliseconds = 15 * 60_000;
const maxExpirySeconds = 7 * 24 * 60 * 60;

/**
 * Checks a request's signature, in its Authorization header or presigned in its query, and a presigned URL's expiry
 * (Amazon S3 API Reference, "Authenticating requests: AWS Signature Version 4"). Anonymous requests are refused: the
 * stack's buckets are never public. Throws an S3Error.
 */
export function verifySignature(request: SignedRequest, credentials: Credentials, now = Date.now()): void {
  const query = queryPairs(request.target);
  const claim = presignedClaim(query) ?? headerClaim(request.headers);
  if (!claim) throw accessDenied('Access Denied');
  const [accessKeyId, ...scope] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId || scope.length !== 4)
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );

  // Otherwise whoever has a presigned URL could turn its PUT into a copy of something else.
  const signedNames = claim.signedHeaders.split(';');
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !signedNames.includes(name)))
    throw accessDenied('There were headers present in the request which were not signed');

  const signedAt = Date.parse(
    claim.date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!(signedAt <= now + maxClockSkewMilliseconds))
    throw accessDenied('The request is not valid yet, or has no date.');
  if (claim.expiresSeconds === undefined) {
    if (now - signedAt > maxClockSkewMilliseconds)
      throw new S3Error(
        403,
        'RequestTimeTooSkewed',
        'The request time differs too much from the current time.',
      );
  } else if (!(claim.expiresSeconds <= maxExpirySeconds)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be less than a week.');
  } else if (now > signedAt + claim.expiresSeconds * 1000) throw accessDenied('Request has expired');

  const signed = hmac(
    signingKey(credentials.secretAccessKey, scope),
    stringToSign(request, query, claim, scope),
  );
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== signed.length || !timingSafeEqual(given, signed))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
}

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payloadHash: string;
  /** Only a presigned URL expires. */
  readonly expiresSeconds: number | undefined;
}

type Pair = readonly [name: string, value: string];

function presignedClaim(query: readonly Pair[]): Claim | undefined {
  const parameters = new Map(query);
  if (!parameters.has('X-Amz-Algorithm')) return undefined;
  const parameter = (name: string): string => parameters.get(`X-Amz-${name}`) ?? '';
  return {
    credential: parameter('Credential'),
    date: parameter('Date'),
    signedHeaders: parameter('SignedHeaders'),
    signature: parameter('Signature'),
    payloadHash: parameters.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    expiresSeconds: parameter('Expires') === '' ? Number.NaN : Number(parameter('Expires')),
  };
}

function headerClaim(headers: SignedRequest['headers']): Claim | undefined {
  const authorization = String(headers.authorization ?? '');
  if (!authorization.startsWith(`${algorithm} `)) return undefined;
  const part = (name: string): string => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';
  return {
    credential: part('Credential'),
    date: String(headers['x-amz-date'] ?? ''),
    signedHeaders: part('SignedHeaders'),
    signature: part('Signature'),
    payloadHash: String(headers['x-amz-content-sha256'] ?? ''),
    expiresSeconds: undefined,
  };
}

function stringToSign(
  { method, target, headers }: SignedRequest,
  query: readonly Pair[],
  claim: Claim,
  scope: readonly string[],
): string {
  const [path = '/'] = target.split('?');
  const canonicalQuery = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): Pair => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const names = claim.signedHeaders.split(';');
  const canonicalHeaders = names.map((name) => `${name}:${headerValue(headers[name])}\n`).join('');
  const canonicalRequest = [
    method,
    path
      .split('/')
      .map((segment) => encode(decode(segment)))
      .join('/'),
    canonicalQuery,
    canonicalHeaders,
    claim.signedHeaders,
    claim.payloadHash,
  ].join('\n');
  // Headers come as a character for each of their bytes; all else is ASCII.
  const digest = createHash('sha256').update(canonicalRequest, 'latin1').digest('hex');
  return [algorithm, claim.date, scope.join('/'), digest].join('\n');
}

const signingKey = (secret: string, scope: readonly string[]): Buffer =>
  scope.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const headerValue = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ');

function queryPairs(target: string): Pair[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  return target
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): Pair => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [decode(pair), '']
        : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** RFC 3986's unreserved characters are all that stays. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const accessDenied = (message: string) => new S3Error(403, 'AccessDenied', message);
