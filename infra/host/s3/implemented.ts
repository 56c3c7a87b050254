/** Names the headers and parameters that S3 here supports. Unknown ones are refused, because they could change a request's meaning. */
import type { IncomingHttpHeaders } from 'node:http';
import { notImplemented } from './errors.ts';

/** The names may stand in headers, and in presigned URLs also in parameters. */
const known = new Set([
  'x-amz-content-sha256',
  'x-amz-copy-source',
  'x-amz-copy-source-if-match',
  'x-amz-date',
  'x-amz-decoded-content-length',
  'x-amz-metadata-directive',
  'x-amz-security-token',
  'x-amz-trailer',
  'x-amz-user-agent',
  // The parameters of presigned URLs.
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-expires',
  'x-amz-signature',
  'x-amz-signedheaders',
]);
const knownPattern = /^x-amz-(meta-.*|(sdk-)?checksum-.*)$/;

/** Throws S3's NotImplemented error for an unknown header or parameter, with its name. */
export function refuseUnknown(headers: IncomingHttpHeaders, query: URLSearchParams): void {
  for (const name of [...Object.keys(headers), ...query.keys()]) {
    const lower = name.toLowerCase();
    if (lower.startsWith('x-amz-') && !known.has(lower) && !knownPattern.test(lower))
      throw notImplemented(name);
  }
}
