import { randomUUID } from 'node:crypto';
import { versionKey } from '../keys/documents.ts';
import { duePlace } from '../keys/work.ts';
import { parseItem } from '../table/parse.ts';
import { dueIndex } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { acquireLease, type Leased, releaseLease } from '../work/leases.ts';
import { type VersionItem, versionItem } from './versions.ts';

/**
 * The state of the text of a version's pages, which is part of the version. Each change counts as a revision, so that nobody replaces the
 * version with an earlier state of its text.
 */

type OfText = Pick<VersionItem, 'processing_status' | 'text'>;

/** Returns whether the text of a version is kept. A version without any text counts too. */
export const hasKeptText = ({ processing_status, text }: OfText): boolean =>
  processing_status === 'ready' && text === 'kept';

/** Returns whether nobody has made the text of a version due: a release before 1.1.0 processed the version. */
export const lacksText = ({ processing_status, text }: OfText): boolean =>
  processing_status === 'ready' && text === undefined;

const isReady = { processing_status: 'ready' };

/**
 * Makes the text of a version due, at `dueAtMilliseconds` (since the epoch) or, if the version is due for something else, with that.
 * Returns false if the version has changed since it was loaded.
 */
export const makeTextDue = (
  version: Pick<VersionItem, 'document_id' | 'id' | 'revision' | 'due_at_ms'>,
  dueAtMilliseconds: number,
): Promise<boolean> =>
  hasChanged(versionKey(version.document_id, version.id), {
    set: {
      text: 'due',
      ...(version.due_at_ms === undefined && {
        [dueIndex.sortKey]: dueAtMilliseconds,
        ...duePlace(version.id, dueAtMilliseconds),
      }),
    },
    add: { revision: 1 },
    seen: { ...isReady, revision: version.revision },
  });

/**
 * Acquires the text of a version until this invocation must have ended (epoch milliseconds), and counts the attempt. The version is due
 * again then. Returns undefined if the text is kept already, if the version is gone, or if another invocation has it.
 */
export async function acquireText(
  { document_id, id }: Pick<VersionItem, 'document_id' | 'id'>,
  now: number,
  until: number,
): Promise<Leased<VersionItem> | undefined> {
  const wanted = { id: randomUUID(), until_ms: until };
  const item = await acquireLease(versionKey(document_id, id), wanted, now, {
    seen: { ...isReady, text: 'due' },
    set: { [dueIndex.sortKey]: until },
    add: { interrupted_attempts: 1, revision: 1 },
  });
  return item && { ...parseItem(versionItem, item), lease: wanted };
}

/** Releases a text that was not kept. It is due at the end of the lease, and the attempt does not count. */
export const releaseText = ({ document_id, id, lease }: Leased<VersionItem>): Promise<boolean> =>
  releaseLease(versionKey(document_id, id), lease, { add: { interrupted_attempts: -1, revision: 1 } });

/**
 * Records at `now` (epoch milliseconds) that the text is kept. The version is no longer due, unless its readers are still to be told.
 * Returns false if the version is gone or the lease was lost.
 */
export async function noteKeptText(
  { document_id, id, lease }: Leased<VersionItem>,
  now: number,
): Promise<boolean> {
  const key = versionKey(document_id, id);
  const kept = { set: { text: 'kept', interrupted_attempts: 0 }, add: { revision: 1 } };
  return (
    (await releaseLease(key, lease, {
      ...kept,
      remove: [dueIndex.partitionKey, dueIndex.sortKey],
      when: ['attribute_not_exists(#notify_readers)'],
    })) ||
    (await releaseLease(key, lease, {
      ...kept,
      set: { ...kept.set, [dueIndex.sortKey]: now + sendGraceMilliseconds },
    }))
  );
}
