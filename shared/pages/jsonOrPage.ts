import { prefers } from '../http/acceptHeader.ts';
import type { HttpResponse } from '../http/response.ts';

/** Returns whether a client prefers JSON to a page. Browsers and clients without a preference get the page. */
export const prefersJson = (accept: string | undefined): boolean =>
  prefers(accept, 'application/json', 'text/html');

/** Sets `Vary`, so that caches keep the page and the JSON of a URL apart. */
export function varying(response: HttpResponse): HttpResponse {
  response.headers.Vary = 'Accept';
  return response;
}
