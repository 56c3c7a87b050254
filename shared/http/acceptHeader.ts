/** Content negotiation by the `Accept` header (RFC 9110, section 12.5.1). */

interface Preference {
  readonly quality: number;
  /** 3 for the media type itself, 2 for a range such as `application/*`, 1 for the range of all types. */
  readonly specificity: number;
}

/**
 * Returns whether a client prefers a media type to the usual one: `Accept` gives the media type a higher quality, or the same quality with
 * a more specific range. Clients without a preference get the usual media type.
 */
export function prefers(accept: string | undefined, mediaType: string, usual: string): boolean {
  const wanted = preferenceFor(mediaType, accept);
  const other = preferenceFor(usual, accept);
  if (wanted.quality !== other.quality) return wanted.quality > other.quality;
  return wanted.quality > 0 && wanted.specificity > other.specificity;
}

/** Returns the quality and the specificity of the most specific range that matches a media type. */
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
