import * as z from 'zod/mini';
import { type ActivityType, activityTypes } from '../activityTypes.ts';
import { activityId, documentId, policyId, roomId, versionId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** The type of an entry. */
export const activityType = z.enum(activityTypes);

/** The type of the entries that a list of activity shows. In the problem format, the error of another value is 422 and not 400. */
export const soughtActivityType = z.pipe(
  (z.string() as z.ZodMiniString<ActivityType>).check(
    z.refine((type) => activityTypes.some((one) => one === type), {
      error: `must be one of ${activityTypes.join(', ')}`,
      params: { unprocessable: true },
    }),
  ),
  activityType,
);

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
  /** The room that was read or changed. null: the act was not in a room. */
  room_id: z.nullable(roomId),
  details: z.record(z.string(), z.unknown()),
});
export type Activity = z.infer<typeof activity>;

/** A view. In an event, one entry may stand for several views by people without an account. It then describes the last of these views. */
export const viewActivity = z.extend(activity, {
  /** The number of views. Absent: one. */
  count: z.optional(z.int().check(z.minimum(1))),
});
export type ViewActivity = z.infer<typeof viewActivity>;

/**
 * The CSV columns of a list of activity, each with the path to its value in an entry. The last two are not in entries: they have present
 * values, if the caller may know them.
 */
export const activityColumns = [
  ['id', ['id']],
  ['type', ['type']],
  ['created_at', ['created_at']],
  ['actor_id', ['actor', 'id']],
  ['actor_name', ['actor', 'name']],
  ['document_id', ['document_id']],
  ['version_id', ['version_id']],
  ['policy_id', ['policy_id']],
  ['room_id', ['room_id']],
  ['actor_email', ['actor_email']],
  ['document_title', ['document_title']],
] as const;
