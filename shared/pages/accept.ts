import { prefers } from '../http/accept.ts';
import type { HttpResponse } from '../http/response.ts';

/** Returns whether a client asks for JSON rather than for a page. Browsers and clients without a wish get the page. */
export const prefersJson = (accept: string | undefined): boolean =>
  prefers(accept, 'application/json', 'text/html');

/** Has caches keep the page and the JSON of an address apart. */
export function varying(response: HttpResponse): HttpResponse {
  response.headers.Vary = 'Accept';
  return response;
}
