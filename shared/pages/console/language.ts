/**
 * Returns the language that a browser prefers among those that exist (RFC 9110, section 12.5.4). The first one is the default.
 */
export function languageOf(acceptLanguage: string | undefined, existing: readonly string[]): string {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean);
      return { language: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => quality > 0 && existing.includes(language))
    .toSorted((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? existing[0] ?? 'en';
}
