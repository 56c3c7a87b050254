import * as z from 'zod/mini';
import { documentId, policyId } from '../identifiers.ts';
import { listedInEventMax } from '../limits.ts';
import { dateTime } from '../text.ts';
import { rules } from './rules.ts';
import { user } from './user.ts';

/** Specification 2.7. */
export const policy = z.strictObject({
  id: policyId,
  name: z.string().check(z.minLength(1)),
  created_at: dateTime,
});
export type Policy = z.infer<typeof policy>;

/** A policy as the members of its organization see it. */
export const organizationPolicy = z.extend(policy, {
  archived: z.boolean(),
  /** Without rules, a policy is a label. */
  rules,
  /** Only if it is true: after a rollback. */
  unknown_rules: z.optional(z.boolean()),
});
export type OrganizationPolicy = z.infer<typeof organizationPolicy>;

/** A list of addresses or domains that is too long for an event, before or after the change. */
export const longList = z.strictObject({
  length: z.int(),
  added: z.array(z.string()).check(z.maxLength(listedInEventMax)),
  removed: z.array(z.string()).check(z.maxLength(listedInEventMax)),
});
export type LongList = z.infer<typeof longList>;

export const longLists = z.strictObject({
  allowed_emails: z.optional(longList),
  allowed_email_domains: z.optional(longList),
});

/** A changed policy, as its event describes it. Lists that are too long are in `long_lists` and not in `rules`. */
export const policyUpdate = z.extend(organizationPolicy, { long_lists: z.optional(longLists) });
export type PolicyUpdate = z.infer<typeof policyUpdate>;

/** A policy attached to a document (specification 2.8). */
export const documentPolicy = z.strictObject({
  document_id: documentId,
  attached_at: dateTime,
  attached_by: user,
  policy,
});
export type DocumentPolicy = z.infer<typeof documentPolicy>;
