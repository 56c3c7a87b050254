import type { ActivityId, PolicyId, VersionId } from '../contract/identifiers.ts';
import { readingEventTypes } from '../contract/readingEvents.ts';
import { previewType, type RecordedType } from '../contract/readingTypes.ts';
import type { User } from '../contract/resources/user.ts';
import { type ActivityItem, newActivity } from '../data/activity/activity.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { Write } from '../data/table/commit.ts';
import { unlessConflict } from '../data/table/conflict.ts';
import { commitAnonymousView } from './anonymousViews.ts';
import type { Audience } from './audience.ts';
import { commitChange } from './commitChange.ts';
import { readingRecord } from './records/readings.ts';
import type { ChangeRecord } from './records/record.ts';

/** A reader, with the facts that the record keeps about them. */
export interface RecordedReader {
  /** null: a visitor without an account. */
  readonly principal: { readonly user: User; readonly staff: boolean; readonly credential: string } | null;
  /** The network that the request came from (`networkOf`); null: it is not known. */
  readonly network: string | null;
}

export interface Reading {
  /** Default: a new one */
  readonly id?: ActivityId;
  readonly type: RecordedType;
  readonly document: DocumentItem;
  readonly version_id: VersionId | null;
  readonly policy_id: PolicyId | null;
  readonly reader: RecordedReader;
  /** Ids, numbers and words of the service. The details must not contain names or addresses, because these could not be erased. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the document's organization has endpoints that may receive the event; undefined: the document has no organization. */
  readonly audience: Audience | undefined;
}

/**
 * Records an act of a reader, or a refusal, and adds the event if an endpoint may receive it. `writes`: items that only this reading
 * changes. Throws DynamoDB's error. Callers wait for the record before they show anything, and show nothing if it fails.
 */
export const record = (reading: Reading, writes: readonly Write[] = []): Promise<void> =>
  // A conflict means that an earlier attempt was committed and its answer was lost: no other entry has this id.
  unlessConflict(commitReadings([reading], writes));

/** Commits several entries about a reader's act on one document, together with other writes. Throws what `commitChange` throws. */
export async function commitReadings(
  [first, ...others]: readonly [Reading, ...Reading[]],
  writes: readonly Write[],
): Promise<void> {
  const { audience } = first;
  await commitChange({ audience, records: [recordOf(first), ...others.map(recordOf)], writes });
}

/**
 * Commits a view, together with other writes. Several views by people without an account may share one event. Throws what `commitChange`
 * throws.
 */
export async function commitView(view: Reading, writes: readonly Write[]): Promise<void> {
  const { audience, reader } = view;
  const record = recordOf(view);
  const { event } = record;
  if (event && reader.principal === null)
    await commitAnonymousView({ record: { ...record, event }, network: reader.network, audience, writes });
  else await commitChange({ audience, records: [record], writes });
}

/**
 * Returns the record of a reading. It has an event only if there are endpoints, because readings are many and no list shows their events.
 * Refusals and previews have no event.
 */
function recordOf(reading: Reading): ChangeRecord {
  const { type, document, audience, reader } = reading;
  const hasEvent = audience?.isThere && type !== 'refused' && type !== previewType;
  const eventType = hasEvent ? readingEventTypes[type] : null;
  return readingRecord(eventType, entryOf(reading), document, reader.principal);
}

/** For a reader with an account the entry has the id and no address, because the id identifies them. */
const entryOf = ({ id, type, document, version_id, policy_id, reader, details }: Reading): ActivityItem =>
  newActivity({
    ...(id && { id }),
    type,
    organization_id: document.organization_id,
    actor: reader.principal?.user ?? null,
    staff: reader.principal?.staff ?? false,
    credential: reader.principal?.credential ?? null,
    address: reader.principal ? null : reader.network,
    document_id: document.id,
    version_id,
    policy_id,
    details,
  });
