import type { HttpResponse } from '../http/response.ts';

interface Preference {
  readonly quality: number;
  /** 3 for the media type itself, 2 for `application/*`, 1 for the wildcard of all. */
  readonly specificity: number;
}

/**
 * Returns whether a client asks for JSON rather than for a page (RFC 9110, section 12.5.1): it gives JSON the higher quality,
 * or the same one and names it more closely than HTML. Browsers and clients without a wish get the page.
 */
export function prefersJson(accept: string | undefined): boolean {
  const json = preferenceFor('application/json', accept);
  const html = preferenceFor('text/html', accept);
  if (json.quality !== html.quality) return json.quality > html.quality;
  return json.quality > 0 && json.specificity > html.specificity;
}

/** Has caches keep the page and the JSON of an address apart. */
export function varying(response: HttpResponse): HttpResponse {
  response.headers.Vary = 'Accept';
  return response;
}

/** The most specific range that a media type falls into says how welcome it is. */
function preferenceFor(mediaType: string, accept = '*/*'): Preference {
  const [type] = mediaType.split('/');
  const specificityOf: Readonly<Record<string, number>> = { [mediaType]: 3, [`${type}/*`]: 2, '*/*': 1 };
  let best: Preference = { quality: 0, specificity: 0 };
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const specificity = specificityOf[name] ?? 0;
    if (specificity > best.specificity) best = { quality: qualityIn(parameters), specificity };
  }
  return best;
}

function qualityIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number.parseFloat(weight);
  return quality >= 0 && quality <= 1 ? quality : 0;
}
