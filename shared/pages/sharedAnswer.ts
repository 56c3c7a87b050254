import { matchesWeakly } from '../http/entityTag.ts';
import type { Headers } from '../http/headers.ts';
import { type HttpResponse, notModified, tagged } from '../http/response.ts';
import { memory } from '../runtime/memory.ts';

/** The longest time for which clients still see the earlier content after a deployment. */
const cachedSeconds = 300;

/**
 * Returns a handler for content that is the same for everyone and changes only with a deployment. Each process makes the content once. Any
 * cache may store the content. A cache that asks again gets a 304 while its copy is current (RFC 9110, section 13.1.2).
 */
export function sharedAnswer(make: () => HttpResponse): (headers: Headers) => HttpResponse {
  const made = memory<HttpResponse | undefined>(() => undefined);
  return (headers) => {
    made.current ??= cacheable(make());
    const { current } = made;
    return matchesWeakly(headers['if-none-match'] ?? '', current.headers.ETag ?? '')
      ? notModified(current)
      : current;
  };
}

function cacheable(response: HttpResponse): HttpResponse {
  const made = tagged(response);
  made.headers['Cache-Control'] = `public, max-age=${cachedSeconds}`;
  return made;
}
