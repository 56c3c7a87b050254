import { constants, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { GatewayError } from './gatewayResponses.ts';
import type { HttpAnswer } from './proxyResponse.ts';
import { maxBodyBytes } from './request.ts';

/** The content codings that API Gateway supports in addition to `identity` ("Payload compression for REST APIs"). */
const codings = {
  gzip: { encode: gzipSync, decode: gunzipSync },
  deflate: { encode: deflateSync, decode: inflateSync },
} as const;
type Coding = keyof typeof codings;

const isKnown = (name: string): name is Coding => Object.hasOwn(codings, name);

/**
 * Returns the coding that a client prefers; undefined if API Gateway does not support that coding. Like API Gateway, this ignores the other
 * codings that the client accepts.
 */
function preferredCoding(acceptEncoding: string): Coding | undefined {
  let preferred = { name: '', quality: 0 };
  for (const element of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const quality = Number(weight);
    if (quality > preferred.quality) preferred = { name, quality };
  }
  return isKnown(preferred.name) ? preferred.name : undefined;
}

/** Compresses answers of at least the API's minimum size, for clients that accept compression. API Gateway adds no `Vary`. */
export function encoded(
  answer: HttpAnswer,
  acceptEncoding: string,
  minimumBytes: number | undefined,
): HttpAnswer {
  if (minimumBytes === undefined || answer.body.length < Math.max(minimumBytes, 1)) return answer;
  if (answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return answer;
  const coding = preferredCoding(acceptEncoding);
  if (!coding) return answer;
  // Compressing 20 KB takes 0.1 ms at this level. The thread pool would take twice as long.
  const body = codings[coding].encode(answer.body, { level: constants.Z_BEST_SPEED });
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', coding]], body };
}

/**
 * Decompresses the body of a request. The size limit applies to the result. For a body that is not compressed as its header says, API
 * Gateway's guide has the status 415; here it is 400, so that both gateway responses can be tried.
 */
export function decoded(body: Buffer, contentEncoding: string): Buffer | GatewayError {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return body;
  if (!isKnown(coding)) return 'UNSUPPORTED_MEDIA_TYPE';
  try {
    return codings[coding].decode(body, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge ? 'REQUEST_TOO_LARGE' : 'BAD_REQUEST_BODY';
  }
}
