import * as z from 'zod/mini';
import { activityId, documentId, policyId, versionId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** The types of entries about acts of readers, and about refusals. Other entries are about changes, such as `document.updated`. */
export const readingTypes = ['viewed', 'downloaded', 'acknowledged', 'refused'] as const;
export type ReadingType = (typeof readingTypes)[number];

/** The type of entries about managers who look at a document as its readers see it. These entries do not count as readings. */
export const previewType = 'previewed';
export type RecordedType = ReadingType | typeof previewType;

/** An entry of activity. Clients must ignore unknown types, and unknown members of `details`. */
export const activity = z.strictObject({
  id: activityId,
  type: z.string(),
  created_at: dateTime,
  /** null: a visitor without an account, or the service itself and its operators. */
  actor: z.nullable(user),
  document_id: z.nullable(documentId),
  version_id: z.nullable(versionId),
  /** The policy that refused the reader, or whose text the reader accepted. */
  policy_id: z.nullable(policyId),
  details: z.record(z.string(), z.unknown()),
});
export type Activity = z.infer<typeof activity>;

/** A view. In an event, one entry may stand for several views by people without an account. It then describes the last of these views. */
export const viewActivity = z.extend(activity, {
  /** The number of views. Absent: one. */
  count: z.optional(z.int().check(z.minimum(1))),
});
export type ViewActivity = z.infer<typeof viewActivity>;

/** The CSV columns of a list of activity, each with the path to its value in an entry. */
export const activityColumns = [
  ['id', ['id']],
  ['type', ['type']],
  ['created_at', ['created_at']],
  ['actor_id', ['actor', 'id']],
  ['actor_name', ['actor', 'name']],
  ['document_id', ['document_id']],
  ['version_id', ['version_id']],
  ['policy_id', ['policy_id']],
] as const;
