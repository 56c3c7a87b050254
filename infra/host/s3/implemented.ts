/**
 * Names the headers and parameters that the local S3 supports. Other headers and parameters are refused, because they could change the
 * meaning of a request.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { notImplemented } from './errors.ts';

/** The names of headers. In presigned URLs, these names may also be parameters. */
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
