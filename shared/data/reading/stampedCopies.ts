import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type ActorId, actorId, documentId, type VersionId, versionId } from '../../contract/identifiers.ts';
import { copiesMax } from '../../contract/limits.ts';
import { stampedCopyKey, stampedCountKey } from '../keys/reading.ts';
import { readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf, hasChanged } from '../table/update.ts';
import { acquireLease, isFree, type Leased, lease, releaseLease } from '../work/leases.ts';

/**
 * A copy of a version's file with one reader's watermark: requested, then stored or refused. It is not in the due index, because the
 * browser of the waiting reader asks again. So a lost message or a killed worker only costs time.
 */
const stampedCopy = z.object({
  version_id: versionId,
  document_id: documentId,
  reader_id: actorId,
  /** The id of the copy, which names its file. A later copy has another id. */
  copy_id: z.uuid(),
  /** The reader's name in the watermark. */
  reader: z.string(),
  asked_at_ms: z.int(),
  /** The lease of the worker that makes the copy. */
  lease: z.optional(lease),
  /** The number of workers that began and disappeared. */
  interrupted_attempts: z._default(z.int(), 0),
  /** The number of the way in which the copy is made (`wayOfStamping`). Absent in copies of releases before 1.0.1. */
  way: z.optional(z.int()),
  /**
   * What only the original has: the numbers of signatures and attachments, and the kinds of other things (`LackedKind`, or a kind that a
   * later release knows). Set when the copy exists.
   */
  lacks: z.optional(
    z.object({ signatures: z.int(), attachments: z.int(), kinds: z._default(z.array(z.string()), []) }),
  ),
  /** The reason why there will be no copy. */
  refusal: z.optional(z.enum(['password', 'damaged', 'too_costly'])),
  [table.timeToLive]: z.int(),
});
export type StampedCopy = z.infer<typeof stampedCopy>;

/** Copies that were made in another way are made again. Increase this number when a change makes other copies. */
const wayOfStamping = 2;
/** A reader can download their copy for this time. After that, the time in the watermark is too old, and a new copy is made. */
const copyLifetimeSeconds = 15 * 60;
/** A message counts as lost if no worker has begun its work after this time. */
const messageLostMilliseconds = 30_000;

/** Reads a reader's copy of a version; undefined when there is none, it has expired, or it was made in another way. */
export async function getStampedCopy(
  reader: ActorId,
  version: VersionId,
  now: number,
): Promise<StampedCopy | undefined> {
  const found = await readUnexpired(stampedCopy, stampedCopyKey(reader, version), now / 1000);
  return found?.way === wayOfStamping ? found : undefined;
}

/** Returns whether a copy is finished: it exists or is refused. */
export const isFinished = ({ lacks, refusal }: StampedCopy): boolean =>
  lacks !== undefined || refusal !== undefined;

/** The conditions under which a stored copy is not finished. */
const whileUnfinished = ['attribute_not_exists(#lacks)', 'attribute_not_exists(#refusal)'];

/** Returns whether the message of a copy must be sent again: no worker is at work, and no message is on its way. */
export const isLost = (copy: StampedCopy, now: number): boolean =>
  !isFinished(copy) && isFree(copy.lease, now) && copy.asked_at_ms + messageLostMilliseconds <= now;

/** Counts a copy that is to be made for a reader. Returns false when the reader has reached the limit. */
export function countCopy(reader: ActorId, now: number): Promise<boolean> {
  const window = windowOf(now);
  return hasChanged(stampedCountKey(reader, window), {
    set: { [table.timeToLive]: (window + 2) * copyLifetimeSeconds },
    add: { copies: 1 },
    when: ['(attribute_not_exists(#copies) OR #copies < :max)'],
    values: { max: copiesMax },
  });
}

const copyCount = z.object({ copies: z.int() });

/** Returns whether another copy may be made for a reader, without counting it. */
export async function mayRequestCopy(reader: ActorId, now: number): Promise<boolean> {
  const counted = await readUnexpired(copyCount, stampedCountKey(reader, windowOf(now)), now / 1000);
  return (counted?.copies ?? 0) < copiesMax;
}

/** Returns the seconds after which copies are counted anew, at `now` (epoch milliseconds). */
export const secondsToMoreCopies = (now: number): number =>
  Math.ceil((windowOf(now) + 1) * copyLifetimeSeconds - now / 1000);

const windowOf = (now: number): number => Math.floor(now / 1000 / copyLifetimeSeconds);

type Asked = Pick<StampedCopy, 'version_id' | 'document_id' | 'reader_id' | 'reader'>;

/**
 * Records a request for a copy. Returns undefined when the copy is requested already for the same watermark, for example by a double click.
 */
export async function requestCopy(asked: Asked, now: number): Promise<StampedCopy | undefined> {
  const nowSeconds = Math.floor(now / 1000);
  const item = await changeIf(stampedCopyKey(asked.reader_id, asked.version_id), {
    set: {
      ...asked,
      copy_id: randomUUID(),
      asked_at_ms: now,
      way: wayOfStamping,
      [table.timeToLive]: nowSeconds + copyLifetimeSeconds,
    },
    remove: ['lease', 'interrupted_attempts', 'lacks', 'refusal'],
    // An expired item may still exist.
    when: [
      `(attribute_not_exists(#way) OR #way <> :stamping OR #${table.timeToLive} <= :nowSeconds OR #reader <> :named)`,
    ],
    values: { nowSeconds, named: asked.reader, stamping: wayOfStamping },
    returns: 'ALL_NEW',
  });
  return item && z.parse(stampedCopy, item);
}

/** Records that the message of a copy is sent again. Returns false when somebody else has just done so. */
export const noteSentAgain = ({ reader_id, version_id, asked_at_ms }: StampedCopy, now: number) =>
  hasChanged(stampedCopyKey(reader_id, version_id), { set: { asked_at_ms: now }, seen: { asked_at_ms } });

/** Records that a worker sends the message of a copy again. Returns false when the copy is finished or gone. */
export const noteCopySent = (
  { reader_id, version_id, copy_id }: Pick<StampedCopy, 'reader_id' | 'version_id' | 'copy_id'>,
  now: number,
): Promise<boolean> =>
  hasChanged(stampedCopyKey(reader_id, version_id), {
    set: { asked_at_ms: now },
    seen: { copy_id },
    when: whileUnfinished,
  });

/**
 * Acquires a copy until this invocation must have ended (epoch milliseconds), and counts the attempt. Undefined when the copy is finished
 * or gone, or another worker has it.
 */
export async function acquireCopy(
  { reader_id, version_id, copy_id }: Pick<StampedCopy, 'reader_id' | 'version_id' | 'copy_id'>,
  now: number,
  until: number,
): Promise<Leased<StampedCopy> | undefined> {
  const wanted = { id: randomUUID(), until_ms: until };
  const item = await acquireLease(stampedCopyKey(reader_id, version_id), wanted, now, {
    add: { interrupted_attempts: 1 },
    seen: { copy_id },
    when: whileUnfinished,
  });
  return item && { ...z.parse(stampedCopy, item), lease: wanted };
}

export type CopyOutcome = Required<Pick<StampedCopy, 'lacks'>> | Required<Pick<StampedCopy, 'refusal'>>;

/** Records the result of a copy, unless its lease was lost. The copy's lifetime begins then. */
export const finishCopy = (
  { reader_id, version_id, lease }: Leased<StampedCopy>,
  outcome: CopyOutcome,
  now: number,
): Promise<boolean> =>
  releaseLease(stampedCopyKey(reader_id, version_id), lease, {
    set: { ...outcome, [table.timeToLive]: Math.floor(now / 1000) + copyLifetimeSeconds },
  });

/** Releases a copy after an error that is not the file's fault: the attempt does not count. */
export const releaseCopy = ({ reader_id, version_id, lease }: Leased<StampedCopy>): Promise<boolean> =>
  releaseLease(stampedCopyKey(reader_id, version_id), lease, { add: { interrupted_attempts: -1 } });
