import { matchesWeakly } from '../http/entityTag.ts';
import type { Headers } from '../http/headers.ts';
import { type HttpResponse, notModified, tagged } from '../http/response.ts';

/** The longest that somebody sees what was there before a deployment. */
const cachedSeconds = 300;

/**
 * Returns a handler for content that is the same for everyone and changes with a deployment only. It is made once a process.
 * Anyone may keep it, and is told with 304 that what they have kept is still right (RFC 9110, section 13.1.2).
 */
export function forEveryone(make: () => HttpResponse): (headers: Headers) => HttpResponse {
  let made: HttpResponse | undefined;
  return (headers) => {
    made ??= cacheable(make());
    return matchesWeakly(headers['if-none-match'] ?? '', made.headers.ETag ?? '') ? notModified(made) : made;
  };
}

function cacheable(response: HttpResponse): HttpResponse {
  const made = tagged(response);
  made.headers['Cache-Control'] = `public, max-age=${cachedSeconds}`;
  return made;
}
