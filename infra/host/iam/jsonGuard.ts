import { hash } from 'node:crypto';
import { common, JsonError, type JsonGuard, type SignedJson } from '../jsonServer.ts';
import type { Access, Principal } from './access.ts';
import type { RequiredAction } from './policy.ts';
import { algorithm, isSignatureOf, millisecondsOf, timeOf } from './signature.ts';

/**
 * Returns a guard that checks a request's signature for a service and asks IAM for permission.
 *
 * @param service the service's name in signatures
 * @param askedBy returns the actions of a request
 * @param denial creates the service's own error for denied requests. Default: the error of most services
 */
export function jsonGuard(
  access: Access,
  service: string,
  askedBy: (action: string, input: Readonly<Record<string, unknown>>) => readonly RequiredAction[],
  denial: (message: string) => Error = accessDenied,
): JsonGuard {
  // A caller sends the same text before the signature for a whole day, so it is parsed once.
  const known = new Map<string, Claim>();
  const claimOf = (text: string): Claim | undefined => {
    const claim = known.get(text) ?? readClaim(text);
    // Bounds the memory, because anybody on this machine may send claims.
    if (known.size >= maxKnownClaims) known.clear();
    if (claim) known.set(text, claim);
    return claim;
  };
  return (request, action, input) => {
    const principal = signerOf(request, access, claimOf, service);
    access.authorize(principal, askedBy(action, input), denial);
  };
}

const accessDenied = (message: string) => new JsonError(`${common}AccessDeniedException`, message);

const maxKnownClaims = 1000;
/** The part of an Authorization header before the signature. */
const claimText =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/((\d{8})\/[^/,]+\/([^/,]+)\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=$/;
/** A signature is a SHA-256 in hexadecimal digits. */
const signatureDigits = 64;
/** The headers that a signature must cover, so that the request cannot be redirected or altered. */
const requiredHeaders = ['host', 'x-amz-date', 'x-amz-target'];

type Claim = NonNullable<ReturnType<typeof readClaim>>;

/** Parses an Authorization header without its signature. Undefined: the header is malformed */
function readClaim(text: string) {
  const parsed = claimText.exec(text);
  if (!parsed) return undefined;
  const [, accessKeyId = '', scope = '', day = '', service = '', signedHeaders = ''] = parsed;
  const names = signedHeaders.split(';');
  const coversRequest = requiredHeaders.every((name) => names.includes(name));
  return { accessKeyId, scope, day, service, signedHeaders, coversRequest };
}

/** AWS refuses requests whose signing time differs by more than this from its own. */
const maxSkewMilliseconds = 5 * 60_000;

/** Checks a request's signature (AWS General Reference, "Signature Version 4"). Returns the signer. Throws a JsonError. */
function signerOf(
  { headers, body }: SignedJson,
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
  const canonical = {
    method: 'POST',
    path: '/',
    query: '',
    headers,
    signedHeaders,
    payloadHash,
    time,
    scope,
  };
  if (!isSignatureOf(canonical, key, authorization.slice(-signatureDigits))) throw mismatch();
  return principal;
}

const invalid = (message: string) => new JsonError(`${common}InvalidSignatureException`, message);
const mismatch = () =>
  invalid(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and ' +
      'signing method. Consult the service documentation for details.',
  );
