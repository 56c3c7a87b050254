import * as z from 'zod/mini';
import { documentId, policyId } from '../identifiers.ts';
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

/** A policy as its organization keeps it. */
export const organizationPolicy = z.extend(policy, {
  archived: z.boolean(),
  /** None: a policy that is a label. */
  rules,
});
export type OrganizationPolicy = z.infer<typeof organizationPolicy>;

/** A policy attached to a document (specification 2.8). */
export const documentPolicy = z.strictObject({
  document_id: documentId,
  attached_at: dateTime,
  attached_by: user,
  policy,
});
export type DocumentPolicy = z.infer<typeof documentPolicy>;
