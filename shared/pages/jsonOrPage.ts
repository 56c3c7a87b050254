import { prefers } from '../http/acceptHeader.ts';
import type { HttpResponse } from '../http/response.ts';

/** Returns whether a client prefers JSON to a page. Browsers, and clients without a preference, get the page. */
export const prefersJson = (accept: string | undefined): boolean =>
  prefers(accept, 'application/json', 'text/html');

/** Sets the header `Vary`, because a page and JSON have the same URL and caches must not mix them up. */
export function varying(response: HttpResponse): HttpResponse {
  response.headers.Vary = 'Accept';
  return response;
}
