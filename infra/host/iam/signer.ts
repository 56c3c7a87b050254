import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { common, JsonError } from '../jsonServer.ts';
import type { Access, Principal } from './access.ts';
import { algorithm, isSignatureOf, millisecondsOf, timeOf } from './signature.ts';

/** A request without a query. */
export interface SignedRequest {
  readonly method: string;
  /** The encoded path. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
}

/** Checks a request's signature (AWS General Reference, "Signature Version 4"). Returns the signer. Throws a JsonError. */
export type SignerOf = (request: SignedRequest) => Principal;

/**
 * Returns a function that checks signatures for a service.
 *
 * @param service the service's name in signatures
 * @param signedName the header that a signature must cover besides `host` and `x-amz-date`, so that the request cannot be redirected or
 * altered
 */
export function signerOf(access: Access, service: string, signedName: string): SignerOf {
  const requiredNames = ['host', 'x-amz-date', signedName];
  // A caller sends the same text before the signature for a whole day, so it is parsed once.
  const known = new Map<string, Claim>();
  const claimOf = (text: string): Claim | undefined => {
    const claim = known.get(text) ?? readClaim(text, requiredNames);
    // Bounds the memory, because anybody on this machine may send claims.
    if (known.size >= maxKnownClaims) known.clear();
    if (claim) known.set(text, claim);
    return claim;
  };
  return (request) => check(request, access, claimOf, service);
}

const maxKnownClaims = 1000;
/** The part of an Authorization header before the signature. */
const claimText =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/((\d{8})\/[^/,]+\/([^/,]+)\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=$/;
/** A signature is a SHA-256 in hexadecimal digits. */
const signatureDigits = 64;

type Claim = NonNullable<ReturnType<typeof readClaim>>;

/** Parses an Authorization header without its signature. Undefined: the header is malformed */
function readClaim(text: string, requiredNames: readonly string[]) {
  const parsed = claimText.exec(text);
  if (!parsed) return undefined;
  const [, accessKeyId = '', scope = '', day = '', service = '', signedHeaders = ''] = parsed;
  const names = signedHeaders.split(';');
  const coversRequest = requiredNames.every((name) => names.includes(name));
  return { accessKeyId, scope, day, service, signedHeaders, coversRequest };
}

/** AWS refuses requests whose signing time differs by more than this from its own. */
const maxSkewMilliseconds = 5 * 60_000;

function check(
  { method, path, headers, body }: SignedRequest,
  access: Access,
  claimOf: (text: string) => Claim | undefined,
  service: string,
): Principal {
  const { authorization = '', 'x-amz-date': date, 'x-amz-security-token': token } = headers;
  if (!authorization.startsWith(`${algorithm} `))
    throw new JsonError(
      `${common}MissingAuthenticationTokenException`,
      'Request is missing Authentication Token',
    );
  const claim = claimOf(authorization.slice(0, -signatureDigits));
  const time = String(date);
  const signedAt = millisecondsOf(time);
  if (!claim || Number.isNaN(signedAt))
    throw new JsonError(
      `${common}IncompleteSignatureException`,
      'Authorization header requires Credential, SignedHeaders and Signature parameters and a signed X-Amz-Date.',
    );
  const { accessKeyId, scope, signedHeaders } = claim;
  const principal = access.principalOf(accessKeyId);
  if (!principal || principal.credentials.sessionToken !== token)
    throw new JsonError(
      `${common}UnrecognizedClientException`,
      'The security token included in the request is invalid.',
    );
  if (claim.service !== service)
    throw invalid(`Credential should be scoped to correct service: '${service}'.`);
  if (!time.startsWith(claim.day) || !claim.coversRequest) throw mismatch();
  const now = Date.now();
  if (Math.abs(now - signedAt) > maxSkewMilliseconds)
    throw invalid(
      signedAt < now
        ? `Signature expired: ${time} is now earlier than ${timeOf(now - maxSkewMilliseconds)} (${timeOf(now)} - 5 min.)`
        : `Signature not yet current: ${time} is still later than ${timeOf(now + maxSkewMilliseconds)} (${timeOf(now)} + 5 min.)`,
    );
  const key = access.signingKeys.of(principal.credentials, scope);
  const payloadHash = hash('sha256', body);
  const canonical = { method, path, query: '', headers, signedHeaders, payloadHash, time, scope };
  if (!isSignatureOf(canonical, key, authorization.slice(-signatureDigits))) throw mismatch();
  return principal;
}

const invalid = (message: string) => new JsonError(`${common}InvalidSignatureException`, message);
const mismatch = () =>
  invalid(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and ' +
      'signing method. Consult the service documentation for details.',
  );
