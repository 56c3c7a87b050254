import * as z from 'zod/mini';

/** What decoders put in the place of bytes that are no text. */
const lostCharacter = '\uFFFD';

/**
 * Text of `min` to `max` characters, counted as Unicode code points as JSON Schema does (RFC 8259 characters),
 * so that an emoji is one character and not two UTF-16 units. Lone surrogates, and what a decoder puts where
 * bytes were no UTF-8, are refused: what was sent could not be handed back.
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

/** An RFC 3339 date-time with an offset. */
export const dateTime = z.iso.datetime({
  offset: true,
  error: 'must be an RFC 3339 date-time, such as 2026-01-31T09:30:00Z (in a query string, + is written %2B)',
});
