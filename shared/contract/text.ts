import * as z from 'zod/mini';
import { urlMaxCharacters } from './limits.ts';
import {
  blanks,
  controls,
  controlsInLines,
  directions,
  hasControl,
  hasControlInLines,
  hasDirection,
  isVisible,
} from './shownText.ts';

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
    }),
    z.refine((text) => text.length <= max || [...text].length <= max, {
      error: `must have at most ${max} characters`,
    }),
    z.refine((text) => text.isWellFormed() && !text.includes(lostCharacter), {
      error: 'must be Unicode text, sent in UTF-8',
    }),
    z.meta({ ...(min > 0 && { minLength: min }), maxLength: max }),
  );

/**
 * A text to search for in titles. It has at least one word, by the rules of `titleMatcher`: after the normalization NFKC, and without
 * characters that cannot be seen. An empty text counts as a wrong value and not as a missing value.
 */
export const soughtWords = (max: number) =>
  characters(0, max).check(
    z.refine(
      (text) => /[\p{L}\p{M}\p{Nd}]/u.test(text.replace(/\p{DI}/gu, '').normalize('NFKC')),
      'must have at least one word',
    ),
    z.meta({ minLength: 1 }),
  );

const withoutDirections = z.refine<string>(
  (text) => !hasDirection(text),
  'must not have characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069)',
);

const line = (min: number, max: number) =>
  characters(min, max).check(
    z.refine((text) => text === '' || isVisible(text), { error: 'must not be blank', abort: true }),
    z.refine((text) => !hasControl(text), 'must not have control characters, such as tabs or line breaks'),
    withoutDirections,
  );
const linePattern = `[^${controls}${directions}]*[^${blanks}${controls}${directions}][^${controls}${directions}]*`;

/**
 * A name or another text of one line, of at most `max` characters. It has a visible character, and no control characters, line breaks or
 * characters that change the direction of text. Answers have stored names, which may be older than this rule: use `characters` there.
 */
export const shownName = (max: number) => line(1, max).check(z.meta({ pattern: `^${linePattern}$` }));

/** An empty text, or a text by the rules of `shownName`. */
export const emptyOrShownName = (max: number) =>
  line(0, max).check(z.meta({ pattern: `^(${linePattern})?$` }));

/** A text of several lines, of `min` to `max` characters. It may have tabs and line breaks, and no other control characters. */
export const shownLines = (min: number, max: number) =>
  characters(min, max).check(
    z.refine(
      (text) => !hasControlInLines(text),
      'must not have control characters other than tabs and line breaks',
    ),
    withoutDirections,
    z.meta({ pattern: `^[^${controlsInLines}${directions}]*$` }),
  );

/** Every e-mail address matches it. The handler refuses other texts that match. */
export const addressLike = /^\s*[^\s@]+@[^\s@]+\s*$/u;

/** Text that looks like an e-mail address. Handlers normalize it (`newEmail`), and refuse it if nobody can have it. */
export const emailLike = (max: number) => likeAddress(characters(1, max));

/** The same in a query, where an empty address is invalid, and not missing. */
export const emailLikeInQuery = (max: number) => likeAddress(characters(0, max));

const likeAddress = (text: ReturnType<typeof characters>) =>
  z.pipe(
    text.check(z.meta({ pattern: addressLike.source })),
    z.string().check(z.refine((given) => addressLike.test(given), 'must be an e-mail address')),
  );

/** `T` and `Z` may be in lower case, which the pattern of `z.iso.datetime` refuses (RFC 3339, section 5.6). */
const dateTimePattern = new RegExp(z.regexes.datetime({ offset: true }).source, 'i');

/** An RFC 3339 date-time with an offset. */
export const dateTime = z.stringFormat('datetime', dateTimePattern, {
  error: 'must be an RFC 3339 date-time, such as 2026-01-31T09:30:00Z',
});

const outOfRange = 'must be in the years 0001 to 9999, in UTC';
const firstTime = Date.parse('0001-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns a time, or the nearest time that lies in the years 0001 to 9999. Both are in epoch milliseconds. */
export const timeInRange = (epochMilliseconds: number): number =>
  Math.min(Math.max(epochMilliseconds, firstTime), lastTime);

/**
 * Returns a date-time in UTC, to the millisecond, as answers have it. A time outside of the years 0001 to 9999, which earlier releases
 * accepted, becomes the nearest one in them: no text of RFC 3339 names the other one in UTC.
 */
export function utcTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(timeInRange(time)).toISOString();
}

/** Returns why a time in a request is refused, although it is a date-time; undefined: it is not refused. */
export function reasonAgainstTime(text: string): string | undefined {
  const time = Date.parse(text);
  return time === timeInRange(time) ? undefined : outOfRange;
}

/** A time in a request: a date-time that lies in the years 0001 to 9999 once its offset is applied. */
export const instant = checkedBetween(
  dateTime,
  z.refine((text) => reasonAgainstTime(text) === undefined, outOfRange),
);

/** A day of UTC. */
export const date = z.iso.date('must be a date, such as 2026-01-31');

/** A day in a request. */
export const day = checkedBetween(
  date,
  z.refine((text) => text >= '0001', 'must be in the years 0001 to 9999'),
);

/** Adds a check to a schema. In OpenAPI, requests and parameters still refer to the schema. */
function checkedBetween(schema: z.ZodMiniType<string, string>, check: z.core.$ZodCheck<string>) {
  return z.pipe(z.pipe(schema, z.string().check(check)), schema);
}

/**
 * Adds an issue for an `expires_at` in the past, if the body has other issues. If a past `expires_at` is the only issue, the body passes
 * this check, and the handler refuses it later. So a request that is repeated after its `expires_at` still gets the first answer to its
 * `Idempotency-Key`.
 */
export const endsLater = z.refine<{ readonly expires_at?: string | undefined }>(
  ({ expires_at = '' }) => !(Date.parse(expires_at) <= Date.now()),
  {
    error: 'must lie in the future',
    path: ['expires_at'],
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.length > 0 &&
      issues.every((issue) => issue.path?.[0] !== 'expires_at'),
  },
);

/**
 * An absolute URL with the scheme https and a host, as RFC 3986 defines them. Spaces, backslashes and missing slashes are refused, although
 * browsers correct them. Any other text is malformed, like a body that is not JSON (specification 4.6 rule 1).
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

/** A time zone of the IANA database, such as `Europe/Berlin`. */
export const timeZone = () =>
  z.string().check(
    z.refine((zone) => isTimeZone(zone), 'must be a time zone of the IANA database, such as Europe/Berlin'),
    z.meta({ pattern: zoneName.source, maxLength: 64 }),
  );

/** What all names of time zones look like. Not all names that look so are time zones. */
export const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

function isTimeZone(zone: string): boolean {
  // `Intl` also takes offsets such as `+01:00`, which change with the season.
  if (!zoneName.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
