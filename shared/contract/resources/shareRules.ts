import * as z from 'zod/mini';
import { acknowledgementMaxCharacters } from '../limits.ts';
import { characters } from '../text.ts';
import { reasonAgainst } from './rules.ts';

/** The rules of a share, as they are answered. They have the meaning of the rules of policies with the same names. */
export const shareRules = z.strictObject({
  view_only: z.optional(z.boolean()),
  watermark: z.optional(z.boolean()),
  acknowledgement: z.optional(characters(1, acknowledgementMaxCharacters)),
});
export type ShareRules = z.infer<typeof shareRules>;

const names = Object.keys(shareRules.shape).join(', ');

/** The rules of a request. Without a rule that is `false`, which means the same as no rule. All issues are issues of the whole object. */
export const newShareRules = z.pipe(
  shareRules.check(
    z.check<ShareRules>(({ value: { acknowledgement }, issues }) => {
      const unfit = acknowledgement === undefined ? undefined : reasonAgainst(acknowledgement);
      if (unfit !== undefined)
        issues.push({
          code: 'custom',
          path: [],
          input: acknowledgement,
          message: `must have another text as acknowledgement: it ${unfit}`,
        });
    }),
    z.check<ShareRules>(
      ({ value, issues }) => {
        const [first] = issues;
        if (first)
          issues.splice(0, issues.length, {
            code: 'custom',
            path: [],
            input: value,
            message: inWords(first),
          });
      },
      { when: () => true },
    ),
  ),
  z.transform(withoutFalse),
);

function withoutFalse({ view_only, watermark, acknowledgement }: ShareRules): ShareRules {
  return {
    ...(view_only && { view_only }),
    ...(watermark && { watermark }),
    ...(acknowledgement !== undefined && { acknowledgement }),
  };
}

function inWords({ code, path: [rule] = [], message }: z.core.$ZodRawIssue): string {
  if (code === 'custom' && rule === undefined && message !== undefined) return message;
  if (code === 'unrecognized_keys') return `must have no rules other than ${names}`;
  if (rule === undefined) return `must be an object with any of ${names}`;
  if (rule !== 'acknowledgement') return `must have true or false as ${String(rule)}`;
  return `must have a text of 1 to ${acknowledgementMaxCharacters} characters as acknowledgement`;
}
