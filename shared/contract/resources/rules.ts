import * as z from 'zod/mini';
import { type GroupId, groupId } from '../identifiers.ts';
import {
  acknowledgementMaxCharacters,
  allowedGroupsMax,
  allowedReadersMax,
  domainMaxCharacters,
  emailMaxCharacters,
  ruleDaysMax,
  rulesMaxBytes,
} from '../limits.ts';
import { isVisible } from '../shownText.ts';
import { characters, dateTime, reasonAgainstTime, shownLines } from '../text.ts';

const dayCount = `must be an integer from 1 to ${ruleDaysMax}`;
const days = () => z.int(dayCount).check(z.gte(1, dayCount), z.lte(ruleDaysMax, dayCount));

const listOf = (maxCharacters: number) =>
  z
    .array(characters(1, maxCharacters))
    .check(
      z.minLength(1, 'must name one at least; leave it out to name none'),
      z.maxLength(allowedReadersMax, `must have at most ${allowedReadersMax} items`),
    );

const groupsNamed = `must be 1 to ${allowedGroupsMax} ids of groups of the organization`;

/** A text that should be the id of a group. The check of the whole list refuses others, so that the error names the list. */
const groupIdLike = z
  .string(groupsNamed)
  .check(z.meta({ pattern: '^grp_[0-9a-hjkmnp-tv-z]{26}$' })) as z.ZodMiniType<GroupId, GroupId>;

const listOfGroups = () =>
  z.array(groupIdLike).check(
    z.refine((ids) => ids.length > 0 && ids.every((id) => groupId.safeParse(id).success), groupsNamed),
    z.maxLength(allowedGroupsMax, groupsNamed),
    z.meta({ minItems: 1 }),
  );

/** An end is stated in one of two ways: as a date, or as a number of days after the policy is attached. */
const ends = [
  ['expires_at', 'expires_after_days'],
  ['retain_until', 'retain_for_days'],
] as const;

const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The rules of a policy, as they are stored and answered. `shared/policies/ruleKinds.ts` explains each rule. */
export const rules = z.strictObject({
  require_sign_in: z.optional(z.boolean()),
  allowed_email_domains: z.optional(listOf(domainMaxCharacters)),
  allowed_emails: z.optional(listOf(emailMaxCharacters)),
  allowed_groups: z.optional(listOfGroups()),
  acknowledgement: z.optional(characters(1, acknowledgementMaxCharacters)),
  expires_at: z.optional(dateTime),
  expires_after_days: z.optional(days()),
  watermark: z.optional(z.boolean()),
  view_only: z.optional(z.boolean()),
  retain_until: z.optional(dateTime),
  retain_for_days: z.optional(days()),
  legal_hold: z.optional(z.boolean()),
  locked: z.optional(z.boolean()),
});
export type Rules = z.infer<typeof rules>;

const shownText = shownLines(1, acknowledgementMaxCharacters);

/** Returns why a text that readers accept is refused; undefined: it is not. */
export const reasonAgainst = (text: string): string | undefined =>
  isVisible(text) ? shownText.safeParse(text).error?.issues[0]?.message : 'must not be blank';

/** The rules of a request. */
export const newRules = z.pipe(
  rules,
  z.custom<Rules>().check(({ value, issues }) => {
    const { acknowledgement } = value;
    const unfit = acknowledgement === undefined ? undefined : reasonAgainst(acknowledgement);
    if (unfit !== undefined)
      issues.push({ code: 'custom', path: ['acknowledgement'], input: acknowledgement, message: unfit });
    for (const [date] of ends) {
      const message = value[date] && reasonAgainstTime(value[date]);
      if (message) issues.push({ code: 'custom', path: [date], input: value[date], message });
    }
    if (value.locked && value.legal_hold)
      issues.push({
        code: 'custom',
        path: [],
        input: value,
        message: 'must not have both locked and legal_hold: nobody could ever end the hold',
      });
    for (const [date, days] of ends)
      if (value[date] !== undefined && value[days] !== undefined)
        issues.push({
          code: 'custom',
          path: [days],
          input: value[days],
          message: `cannot be used together with ${date}: give one of the two`,
        });
    if (bytesOf(value) > rulesMaxBytes)
      issues.push({
        code: 'custom',
        path: [],
        input: value,
        message: `must have at most ${rulesMaxBytes} bytes as JSON in UTF-8`,
      });
  }),
);
