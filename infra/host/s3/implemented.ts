/** What of a request changes its meaning, by name. A parameter that is not here must not be passed over in silence. */
import type { IncomingHttpHeaders } from 'node:http';
import { notImplemented } from './errors.ts';

/** As headers, and in presigned URLs as parameters as well. */
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
  // Of presigned URLs.
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-expires',
  'x-amz-signature',
  'x-amz-signedheaders',
]);
const knownPattern = /^x-amz-(meta-.*|(sdk-)?checksum-.*)$/;

/** Throws the error that S3 has for what it does not implement, with the name of a header or parameter that it does not know. */
export function refuseUnknown(headers: IncomingHttpHeaders, query: URLSearchParams): void {
  for (const name of [...Object.keys(headers), ...query.keys()]) {
    const lower = name.toLowerCase();
    if (lower.startsWith('x-amz-') && !known.has(lower) && !knownPattern.test(lower))
      throw notImplemented(name);
  }
}
