import * as z from 'zod/mini';
import { documentId, mailId, organizationId, shareId } from '../../contract/identifiers.ts';
import { type SharedVersions, sharedVersions } from '../../contract/resources/share.ts';
import { type ShareRules, shareRules } from '../../contract/resources/shareRules.ts';
import { user } from '../../contract/resources/user.ts';
import { dateTime, utcTime } from '../../contract/text.ts';
import { attributesOfLaterRelease, type Item, parseItem, placedInFilter } from '../table/parse.ts';
import { table } from '../table/table.ts';

/**
 * The permission for the person with one address to read a document. The key of this item has the address, so that a reader's access takes
 * one read. A second item is the share's place in the document's list. A third item counts readings: functions that show pages can write
 * only this item. A fourth item has the state of the latest mail: workers can write only this item.
 *
 * A share is listed for 30 days after its end (`endedShareDays`), so that people see shares that ended recently. A share that was withdrawn
 * is kept as long, with `ended_at`. Its place is in another list then.
 */
const shareItem = z.object({
  id: shareId,
  document_id: documentId,
  /** The document's organization when the share was made. null: the document belongs to no organization. */
  organization_id: z.nullable(organizationId),
  /** Normalized by `normalizedEmail`. */
  email: z.string(),
  /** null: it does not end. Of a withdrawn share this is `ended_at`, so that release 1.0.1 replaces it by a new share. */
  expires_at: z.nullable(z.pipe(dateTime, z.transform(utcTime))),
  message: z.string(),
  notify_me: z.boolean(),
  /** The time zone in which mails name the end. Absent: UTC */
  time_zone: z.optional(z.string()),
  /** Absent: none. Read by `rulesOf`. A share without rules is stored as releases before 1.1.0 stored shares, so 1.0.1 opens documents by it. */
  rules: z.optional(z.unknown()),
  /** Absent: all of them, as in shares of releases before 1.1.0. Read by `versionsOf`. */
  versions: z.optional(z.unknown()),
  created_by: user,
  /** Its latest mail. Absent: there is none. */
  mail_id: z.optional(mailId),
  /** When the person left the organization of the document, which ended the share. Absent: they did not. */
  left_at: z.optional(dateTime),
  /** When it was withdrawn. Absent: it was not, or not before its end. */
  ended_at: z.optional(dateTime),
  /** Who withdrew it. Null or absent: nobody, or an operator. */
  ended_by: z.optional(z.nullable(user)),
  /** The end that a withdrawn share would have had. Absent: none. */
  would_end_at: z.optional(dateTime),
  [table.timeToLive]: z.optional(z.int()),
  revision: z.int(),
});

export type ShareItem = z.infer<typeof shareItem>;

/** Reads a stored share; undefined if a later release stored a value that this release cannot read. */
export const parseShare = (item: Item): ShareItem | undefined =>
  shareItem.safeParse(item).success ? parseItem(shareItem, item) : undefined;

/** Returns the rules of a share that this release knows. */
export function rulesOf({ rules = {} }: Pick<ShareItem, 'rules'>): ShareRules {
  const known = z.safeParse(shareRules, rules);
  return known.success ? known.data : {};
}

/** Returns the versions that a share opens. */
export const versionsOf = ({ versions = 'all' }: Pick<ShareItem, 'versions'>): SharedVersions =>
  z.safeParse(sharedVersions, versions).data ?? 'current';

/** Returns the given terms as a share stores them. A term that is undefined is left out: it stays as it is. */
export const storedTerms = ({
  rules,
  versions,
}: {
  readonly rules?: ShareRules | undefined;
  readonly versions?: SharedVersions | undefined;
}): Partial<Pick<ShareItem, 'rules' | 'versions'>> => ({
  ...(rules && { rules: Object.keys(rules).length > 0 ? rules : undefined }),
  ...(versions && { versions: versions === 'all' ? undefined : versions }),
});

/**
 * Returns whether this release knows all fields of a share, and their values. Another field may limit what the share opens, so the share opens nothing until
 * the service is updated: this release runs again after a rollback of a later one.
 */
export const isUnderstood = (share: ShareItem): boolean =>
  Object.keys(attributesOfLaterRelease(share)).every((name) => placedInFilter.has(name)) &&
  z.safeParse(shareRules, share.rules ?? {}).success &&
  z.safeParse(sharedVersions, share.versions ?? 'all').success;
