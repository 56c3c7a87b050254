import * as z from 'zod/mini';

/**
 * Text of `min` to `max` characters, counted as Unicode code points as JSON Schema does (RFC 8259 characters),
 * so that an emoji is one character and not two UTF-16 units. Lone surrogates are refused: they are no text,
 * and a store that speaks UTF-8 would hand back something else than was sent.
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
    z.refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode text' }),
    z.meta({ ...(min > 0 && { minLength: min }), maxLength: max }),
  );

/** An RFC 3339 date-time with an offset. */
export const dateTime = z.iso.datetime({
  offset: true,
  error: 'must be an RFC 3339 date-time, such as 2026-01-31T09:30:00Z (in a query string, + is written %2B)',
});
