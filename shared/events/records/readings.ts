import type { OrganizationId } from '../../contract/identifiers.ts';
import {
  type Activity,
  activity as activitySchema,
  viewActivity,
} from '../../contract/resources/activity.ts';
import type { ActivityItem } from '../../data/activity/activity.ts';
import { listOfDocument } from '../../data/activity/activityLists.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { EventItem } from '../../data/webhooks/events.ts';
import { presentActivity } from '../../presentation/present.ts';
import { publisher } from '../publisher.ts';
import { type By, type ChangeRecord, eventOf, eventOfDocument, type ReadingEventType } from './record.ts';

/**
 * Returns the record of a reading, for an entry that exists already.
 *
 * @param type null: there is no event
 */
export const readingRecord = (
  type: ReadingEventType | null,
  entry: ActivityItem,
  document: DocumentItem,
  by: By,
): ChangeRecord => ({
  entry,
  list: listOfDocument(document),
  event:
    type && eventOfDocument(document, type, by, () => [activitySchema, presentActivity(entry)], entry.id),
  publisher: type && publisher,
});

/** Returns one event for `count` views by people without an account. `latest`: the entry of the last view. */
export const viewsEvent = (organizationId: OrganizationId, latest: Activity, count: number): EventItem =>
  eventOf('document.viewed', organizationId, null, null, [viewActivity, { ...latest, count }], latest.id);
