import type { ActivityId, PolicyId, VersionId } from '../contract/identifiers.ts';
import { readingEventTypes } from '../contract/readingEvents.ts';
import type { ReadingType } from '../contract/resources/activity.ts';
import type { User } from '../contract/resources/user.ts';
import { type ActivityItem, newActivity } from '../data/activity.ts';
import type { Change } from '../data/commit.ts';
import { unlessConflict } from '../data/conflict.ts';
import type { DocumentItem } from '../data/documents.ts';
import { commitAnonymousView } from './anonymousViews.ts';
import { commitChange } from './commitChange.ts';
import type { Audience } from './outbox.ts';
import { type ChangeRecord, readingRecord } from './records.ts';

/** Somebody who reads, as far as the record names them. */
interface RecordedReader {
  /** null: somebody without an account. */
  readonly principal: { readonly user: User; readonly staff: boolean; readonly credential: string } | null;
  /** The network that the request came from (`networkOf`); null: it is not known. */
  readonly network: string | null;
}

export interface Reading {
  /** Default: a new one */
  readonly id?: ActivityId;
  readonly type: ReadingType;
  readonly document: DocumentItem;
  readonly version_id: VersionId | null;
  readonly policy_id: PolicyId | null;
  readonly reader: RecordedReader;
  /** Ids, numbers and words of the service: no names and no addresses, which could not be erased. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the document's organization has endpoints that could be told; undefined: it belongs to none. */
  readonly audience: Audience | undefined;
}

/**
 * Records what a reader did, or was refused, with the event that tells of it where an endpoint is there to be told. `writes`: items
 * that are the reading's alone. Whoever shows something awaits it: throws DynamoDB's error, and then nothing is to be shown.
 */
export const record = (reading: Reading, writes: readonly Change[] = []): Promise<void> =>
  // A conflict: an attempt before this one got through, and its answer was lost. Nobody else has its id.
  unlessConflict(commitReadings([reading], writes));

/** Does the same for a view. Views by people without an account may have one event together. */
export const recordView = (view: Reading, writes: readonly Change[] = []): Promise<void> =>
  unlessConflict(commitView(view, writes));

/** Commits what a reader did with their document, by several entries, together with other writes. Throws what `commitChange` throws. */
export async function commitReadings(
  [first, ...others]: readonly [Reading, ...Reading[]],
  writes: readonly Change[],
): Promise<void> {
  const { audience } = first;
  await commitChange({ audience, records: [recordOf(first), ...others.map(recordOf)], writes });
}

/** Commits a view as `recordView` does, together with other writes. Throws what `commitChange` throws. */
export async function commitView(view: Reading, writes: readonly Change[]): Promise<void> {
  const { audience, reader } = view;
  const record = recordOf(view);
  const { event } = record;
  if (event && reader.principal === null)
    await commitAnonymousView({ record: { ...record, event }, network: reader.network, audience, writes });
  else await commitChange({ audience, records: [record], writes });
}

/** Endpoints are told only where there are any: readings are many, and nobody lists them as events. */
function recordOf(reading: Reading): ChangeRecord {
  const { type, document, audience, reader } = reading;
  const eventType = audience?.isThere && type !== 'refused' ? readingEventTypes[type] : null;
  return readingRecord(eventType, entryOf(reading), document, reader.principal);
}

/** Of whoever has an account, their id says who they are: an address would only say where. */
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
