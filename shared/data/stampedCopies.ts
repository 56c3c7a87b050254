import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type ActorId, actorId, documentId, type VersionId, versionId } from '../contract/identifiers.ts';
import { stampedCopyKey, stampedCountKey } from './keys.ts';
import { readItem } from './read.ts';
import { table } from './table.ts';
import { updateIf } from './update.ts';

/**
 * A copy of a version's file with one reader's watermark: asked for, then there, or refused. It is in no due index: the page of
 * whoever waits for it asks again, so that a lost message or a killed worker costs nothing but time.
 */
const stampedCopy = z.object({
  version_id: versionId,
  document_id: documentId,
  reader_id: actorId,
  /** Names the file. A copy that is made later has another. */
  copy_id: z.uuid(),
  /** The reader as the watermark names them. */
  reader: z.string(),
  asked_at_ms: z.int(),
  /** One worker has it to itself until then. */
  claimed_until_ms: z._default(z.int(), 0),
  /** The times that a worker began and was not heard of again. */
  interrupted_attempts: z._default(z.int(), 0),
  /** Set once the file is there: what the original has and the copy has not. */
  lacks: z.optional(z.object({ signatures: z.int(), attachments: z.int() })),
  /** The reason why there will be no copy. */
  refusal: z.optional(z.enum(['password', 'damaged', 'too_costly'])),
  [table.timeToLive]: z.int(),
});
export type StampedCopy = z.infer<typeof stampedCopy>;
export type StampRefusal = NonNullable<StampedCopy['refusal']>;

/** A copy is handed out for so long, to the one reader; then its time would be wrong, and the next is made. */
const copyLifetimeSeconds = 15 * 60;
/** A message that nobody has begun with by then is taken for lost. */
const messageLostMilliseconds = 30_000;
/** A reader has at most so many copies made in each quarter of an hour. */
export const copiesMax = 30;

/** Reads a reader's copy of a version; undefined when there is none, or not any more. */
export async function getStampedCopy(
  reader: ActorId,
  version: VersionId,
  now: number,
): Promise<StampedCopy | undefined> {
  const item = await readItem(stampedCopyKey(reader, version));
  const copy = item && z.parse(stampedCopy, item);
  return copy && copy.expires_at_seconds * 1000 > now ? copy : undefined;
}

/** Returns whether nothing more is to be done. */
export const isSettled = ({ lacks, refusal }: StampedCopy): boolean =>
  lacks !== undefined || refusal !== undefined;

/** Returns whether the message of a copy has to be sent again: nobody is at work, and none is on its way. */
export const isLost = (copy: StampedCopy, now: number): boolean =>
  !isSettled(copy) && copy.claimed_until_ms <= now && copy.asked_at_ms + messageLostMilliseconds <= now;

/** Counts a copy that a reader is about to have made. Returns false when they have had too many made. */
export async function countCopy(reader: ActorId, now: number): Promise<boolean> {
  const window = Math.floor(now / 1000 / copyLifetimeSeconds);
  const counted = await updateIf(stampedCountKey(reader, window), {
    UpdateExpression: 'SET #expires = :expires ADD copies :one',
    ConditionExpression: 'attribute_not_exists(copies) OR copies < :max',
    ExpressionAttributeNames: { '#expires': table.timeToLive },
    ExpressionAttributeValues: {
      ':expires': (window + 2) * copyLifetimeSeconds,
      ':one': 1,
      ':max': copiesMax,
    },
  });
  return counted !== undefined;
}

type Asked = Pick<StampedCopy, 'version_id' | 'document_id' | 'reader_id' | 'reader'>;

/** Notes that a copy is asked for. Undefined when there is one, of clicks at the same moment. */
export async function askForCopy(asked: Asked, now: number): Promise<StampedCopy | undefined> {
  const nowSeconds = Math.floor(now / 1000);
  const item = await updateIf(stampedCopyKey(asked.reader_id, asked.version_id), {
    UpdateExpression:
      'SET version_id = :version, document_id = :document, reader_id = :readerId, reader = :reader, copy_id = :copy, ' +
      'asked_at_ms = :now, #expires = :expires REMOVE claimed_until_ms, interrupted_attempts, lacks, refusal',
    // One that has expired may still be there.
    ConditionExpression: 'attribute_not_exists(pk) OR #expires <= :nowSeconds',
    ExpressionAttributeNames: { '#expires': table.timeToLive },
    ExpressionAttributeValues: {
      ':version': asked.version_id,
      ':document': asked.document_id,
      ':readerId': asked.reader_id,
      ':reader': asked.reader,
      ':copy': randomUUID(),
      ':now': now,
      ':nowSeconds': nowSeconds,
      ':expires': nowSeconds + copyLifetimeSeconds,
    },
    ReturnValues: 'ALL_NEW',
  });
  return item && z.parse(stampedCopy, item);
}

/** Notes that the message of a copy is sent again. Returns false when somebody else has just done so. */
export async function noteSentAgain({ reader_id, version_id, asked_at_ms }: StampedCopy, now: number) {
  const noted = await updateIf(stampedCopyKey(reader_id, version_id), {
    UpdateExpression: 'SET asked_at_ms = :now',
    ConditionExpression: 'asked_at_ms = :seen',
    ExpressionAttributeValues: { ':now': now, ':seen': asked_at_ms },
  });
  return noted !== undefined;
}

/** Claims a copy until this invocation must have ended (epoch milliseconds). Undefined when it is settled, gone, or another's. */
export async function claimCopy(
  { reader_id, version_id, copy_id }: Pick<StampedCopy, 'reader_id' | 'version_id' | 'copy_id'>,
  now: number,
  until: number,
): Promise<StampedCopy | undefined> {
  const item = await updateIf(stampedCopyKey(reader_id, version_id), {
    UpdateExpression: 'SET claimed_until_ms = :until ADD interrupted_attempts :one',
    ConditionExpression:
      'copy_id = :copy AND attribute_not_exists(lacks) AND attribute_not_exists(refusal) AND ' +
      '(attribute_not_exists(claimed_until_ms) OR claimed_until_ms <= :now)',
    ExpressionAttributeValues: { ':copy': copy_id, ':until': until, ':one': 1, ':now': now },
    ReturnValues: 'ALL_NEW',
  });
  return item && z.parse(stampedCopy, item);
}

export type CopyOutcome = Required<Pick<StampedCopy, 'lacks'>> | Required<Pick<StampedCopy, 'refusal'>>;

/** Notes what became of a claimed copy, while the claim holds. It is handed out for its whole life from then on. */
export async function settleCopy(claimed: StampedCopy, outcome: CopyOutcome, now: number): Promise<void> {
  const [name, value] = 'lacks' in outcome ? ['lacks', outcome.lacks] : ['refusal', outcome.refusal];
  await updateIf(stampedCopyKey(claimed.reader_id, claimed.version_id), {
    UpdateExpression: 'SET #outcome = :outcome, #expires = :expires REMOVE claimed_until_ms',
    ConditionExpression: 'copy_id = :copy AND claimed_until_ms = :claimed',
    ExpressionAttributeNames: { '#outcome': name, '#expires': table.timeToLive },
    ExpressionAttributeValues: {
      ':outcome': value,
      ':expires': Math.floor(now / 1000) + copyLifetimeSeconds,
      ':copy': claimed.copy_id,
      ':claimed': claimed.claimed_until_ms,
    },
  });
}

/** Gives a claimed copy back after an error that is not the file's fault: the attempt does not count. */
export async function releaseCopy({ reader_id, version_id, claimed_until_ms }: StampedCopy): Promise<void> {
  await updateIf(stampedCopyKey(reader_id, version_id), {
    UpdateExpression: 'REMOVE claimed_until_ms ADD interrupted_attempts :less',
    ConditionExpression: 'claimed_until_ms = :claimed',
    ExpressionAttributeValues: { ':claimed': claimed_until_ms, ':less': -1 },
  });
}
