import { exposedHeaders } from '../contract/crossOrigin.ts';
import { environment } from '../environment.ts';
import { varyBy } from './response.ts';

const corsOrigins = environment('corsOrigins');

type ResponseHeaders = Record<string, string>;

/**
 * Returns the headers of a response with those that let pages of the stage's other origins read it (https://fetch.spec.whatwg.org,
 * "HTTP extensions"). Credentials of the browser's own, such as a session, are not for them.
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
