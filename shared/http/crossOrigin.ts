import { exposedHeaders } from '../contract/crossOrigin.ts';
import { environment } from '../runtime/environment.ts';
import { varyBy } from './response.ts';

const corsOrigins = environment('corsOrigins');

type ResponseHeaders = Record<string, string>;

/**
 * Adds the CORS headers that let pages of the stage's allowed origins read a response (https://fetch.spec.whatwg.org, "HTTP extensions").
 * The headers do not allow cookies, such as the session cookie.
 *
 * @param origin the request's `Origin`
 */
export function readableFrom(origin: string | undefined, headers: ResponseHeaders): ResponseHeaders {
  const allowed = corsOrigins();
  if (allowed === '') return headers;
  return {
    ...headers,
    Vary: varyBy('Origin', headers),
    ...(origin !== undefined &&
      allowed.split(',').includes(origin) && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      }),
  };
}
