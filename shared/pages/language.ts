import { type Language, language } from '../contract/enumerations.ts';

/** Returns the language that a browser prefers among the languages of the service (RFC 9110, section 12.5.4). The default is English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean) ?? 1);
    const known = language.safeParse(tag.split('-')[0]).data;
    return quality > 0 && known ? { known, quality } : [];
  });
  const [best] = wanted.toSorted((a, b) => b.quality - a.quality);
  return best?.known ?? 'en';
}
