import * as z from 'zod/mini';
import {
  acknowledgementMaxCharacters,
  allowedReadersMax,
  domainMaxCharacters,
  emailMaxCharacters,
  ruleDaysMax,
} from '../limits.ts';
import { characters, dateTime } from '../text.ts';

const dayCount = `must be an integer from 1 to ${ruleDaysMax}`;
const days = () => z.int(dayCount).check(z.gte(1, dayCount), z.lte(ruleDaysMax, dayCount));

const listOf = (maxCharacters: number) =>
  z
    .array(characters(1, maxCharacters))
    .check(
      z.minLength(1, 'must name one at least; leave it out to name none'),
      z.maxLength(allowedReadersMax, `must have at most ${allowedReadersMax} items`),
    );

/** What says when something ends: the one by the calendar, the other from attachment. */
const ends = [
  ['expires_at', 'expires_after_days'],
  ['retain_until', 'retain_for_days'],
] as const;

/** What a policy asks for where it is attached. Several policies combine to the strictest (`shared/policies`). */
export const rules = z
  .strictObject({
    /** Also a public document is only for people who signed in. */
    require_sign_in: z.optional(z.boolean()),
    /** With both, a reader has an address among the domains or among the addresses. */
    allowed_email_domains: z.optional(listOf(domainMaxCharacters)),
    allowed_emails: z.optional(listOf(emailMaxCharacters)),
    /** A text that a reader accepts before anything is shown. */
    acknowledgement: z.optional(characters(1, acknowledgementMaxCharacters)),
    /** Reading ends. */
    expires_at: z.optional(dateTime),
    expires_after_days: z.optional(days()),
    /** The reader's name, the time and the document's id are on every page. */
    watermark: z.optional(z.boolean()),
    /** No file is handed out; pages are shown as images. */
    view_only: z.optional(z.boolean()),
    /** Until then, nobody deletes the document. */
    retain_until: z.optional(dateTime),
    retain_for_days: z.optional(days()),
    legal_hold: z.optional(z.boolean()),
    /** Not even owners take retention away. */
    locked: z.optional(z.boolean()),
  })
  .check(({ value, issues }) => {
    const { acknowledgement } = value;
    if (acknowledgement !== undefined && acknowledgement.trim() === '')
      issues.push({
        code: 'custom',
        path: ['acknowledgement'],
        input: acknowledgement,
        message: 'must have words to accept',
      });
    for (const [date, days] of ends)
      if (value[date] !== undefined && value[days] !== undefined)
        issues.push({
          code: 'custom',
          path: [days],
          input: value[days],
          message: `must not stand beside ${date}: both say when the same thing ends`,
        });
  });
export type Rules = z.infer<typeof rules>;

/** Leaves out the rules that this release does not know. */
export const knownRules = z.object(rules.shape);
