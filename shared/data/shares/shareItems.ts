import * as z from 'zod/mini';
import { documentId, mailId, organizationId, shareId } from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { dateTime, utcTime } from '../../contract/text.ts';
import { attributesOfLaterRelease, type Item, parseItem, placedInFilter } from '../table/parse.ts';
import { table } from '../table/table.ts';

/**
 * The permission for the person with one address to read a document. The key of this item has the address, so that a reader's access takes
 * one read. A second item is the share's place in the document's list. A third item counts readings: functions that show pages can write
 * only this item. A fourth item has the state of the latest mail: workers can write only this item.
 *
 * A share is listed for 30 days after its end (`endedShareDays`), so that people see shares that ended recently.
 */
const shareItem = z.object({
  id: shareId,
  document_id: documentId,
  /** The document's organization when the share was made. null: the document belongs to no organization. */
  organization_id: z.nullable(organizationId),
  /** Normalized by `normalizedEmail`. */
  email: z.string(),
  /** null: it does not end. */
  expires_at: z.nullable(z.pipe(dateTime, z.transform(utcTime))),
  message: z.string(),
  notify_me: z.boolean(),
  created_by: user,
  /** Its latest mail. Absent: there is none. */
  mail_id: z.optional(mailId),
  /** When the person left the organization of the document, which ended the share. Absent: they did not. */
  left_at: z.optional(dateTime),
  [table.timeToLive]: z.optional(z.int()),
  revision: z.int(),
});

export type ShareItem = z.infer<typeof shareItem>;

/** Reads a stored share; undefined if a later release stored a value that this release cannot read. */
export const parseShare = (item: Item): ShareItem | undefined =>
  shareItem.safeParse(item).success ? parseItem(shareItem, item) : undefined;

/**
 * Returns whether this release knows all fields of a share. Another field may limit what the share opens, so the share opens nothing until
 * the service is updated: this release runs again after a rollback of a later one.
 */
export const isUnderstood = (share: ShareItem): boolean =>
  Object.keys(attributesOfLaterRelease(share)).every((name) => placedInFilter.has(name));
