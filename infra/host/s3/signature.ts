import { daySeconds } from '../days.ts';
import type { Access, Principal } from '../iam/access.ts';
import { algorithm, isSignatureOf, millisecondsOf } from '../iam/signature.ts';
import { accessDenied, S3Error } from './errors.ts';

interface SignedRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const maxClockSkewMilliseconds = 15 * 60_000;
const maxExpirySeconds = 7 * daySeconds;

/**
 * Checks the signature in a request's Authorization header or in a presigned URL, and the URL's expiry (Amazon S3 API Reference,
 * "Authenticating requests: AWS Signature Version 4"). Refuses anonymous requests, because the stack's buckets are never public.
 * Returns the signer. Throws an S3Error.
 */
export function verifySignature(request: SignedRequest, access: Access, now = Date.now()): Principal {
  const query = queryPairs(request.target);
  const claim = presignedClaim(query) ?? headerClaim(request.headers);
  if (!claim) throw accessDenied();
  const [accessKeyId = '', ...scope] = claim.credential.split('/');
  const principal = access.principalOf(accessKeyId);
  if (!principal || scope.length !== 4)
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );

  // All `x-amz-` headers must be signed. If unsigned headers were accepted, the holder of a presigned URL for a PUT could add a header that
  // copies another object.
  const signedNames = claim.signedHeaders.split(';');
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !signedNames.includes(name)))
    throw accessDenied('There were headers present in the request which were not signed');

  const { sessionToken } = principal.credentials;
  if (sessionToken !== undefined && claim.sessionToken !== sessionToken)
    throw new S3Error(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');

  const signedAt = millisecondsOf(claim.date);
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

  const scoped = scope.join('/');
  const canonical = { ...canonicalOf(request, query), ...claim, time: claim.date, scope: scoped };
  if (!isSignatureOf(canonical, access.signingKeys.of(principal.credentials, scoped), claim.signature))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  return principal;
}

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payloadHash: string;
  readonly sessionToken: string | undefined;
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
    sessionToken: parameters.get('X-Amz-Security-Token'),
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
    sessionToken: headers['x-amz-security-token']?.toString(),
    expiresSeconds: undefined,
  };
}

/** Returns the parts of a request in their canonical form. */
function canonicalOf({ method, target, headers }: SignedRequest, pairs: readonly Pair[]) {
  const [path = '/'] = target.split('?');
  const query = pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): Pair => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const encodedPath = path
    .split('/')
    .map((segment) => encode(decode(segment)))
    .join('/');
  return { method, path: encodedPath, query, headers };
}

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

/** Encodes all characters except the unreserved ones of RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
