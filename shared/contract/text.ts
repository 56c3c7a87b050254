import * as z from 'zod/mini';
import { urlMaxCharacters } from './limits.ts';

/** Decoders replace invalid bytes by this character. */
const lostCharacter = '\uFFFD';

/**
 * Text of `min` to `max` characters, counted as Unicode code points as JSON Schema does (RFC 8259 characters), so that an
 * emoji is one character and not two UTF-16 units. Lone surrogates and lost characters are refused: such text could not be
 * handed back as it was sent.
 */
export const characters = (min: number, max: number) =>
  z.string().check(
    z.refine((text) => text.length >= min, {
      error: 'must not be empty',
      params: { empty: true },
      abort: true,
    }),
    z.refine((text) => text.length <= max || [...text].length <= max, {
      error: `must have at most ${max} characters`,
    }),
    z.refine((text) => text.isWellFormed() && !text.includes(lostCharacter), {
      error: 'must be Unicode text, sent in UTF-8',
    }),
    z.meta({ ...(min > 0 && { minLength: min }), maxLength: max }),
  );

/** Every e-mail address matches it. The handler, which may load more code, refuses the rest of what is none. */
const addressLike = /^\s*[^\s@]+@[^\s@]+\s*$/u;

/** Text that looks like an e-mail address. Handlers normalize it (`normalizedEmail`), and refuse what is none. */
export const emailLike = (max: number) =>
  z.pipe(
    characters(1, max),
    z.string().check(z.refine((text) => addressLike.test(text), 'must be an e-mail address')),
  );

/** An RFC 3339 date-time with an offset. */
export const dateTime = z.iso.datetime({
  offset: true,
  error: 'must be an RFC 3339 date-time, such as 2026-01-31T09:30:00Z',
});

/**
 * An absolute URL with the scheme https and a host, as RFC 3986 writes them: spaces, backslashes and missing slashes, which
 * browsers mend, are refused. Any other text is as malformed as a body that is no JSON (specification 4.6 rule 1).
 */
export const absoluteHttpsUrl = z.string().check(
  z.refine(isAbsoluteHttps, {
    error: 'must be an absolute HTTPS URL with a host, such as https://example.com/webhooks',
    params: { malformed: true },
    abort: true,
  }),
  z.maxLength(urlMaxCharacters, `must have at most ${urlMaxCharacters} characters`),
  z.meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^/?#]', maxLength: urlMaxCharacters }),
);

function isAbsoluteHttps(url: string): boolean {
  const isPlain = url.isWellFormed() && !/[\s\\\p{Cc}]/u.test(url);
  return isPlain && /^https:\/\/[^/?#]/i.test(url) && URL.canParse(url);
}
