import * as z from 'zod/mini';
import { replaySeconds, secretReplaySeconds } from '../../contract/limits.ts';
import { answerKey, type IdempotencyKey, shownSecretKey } from '../keys/callers.ts';
import { type Bookkeeping, bookkeeping, type Change, creationAfterExpiry } from '../table/commit.ts';
import { readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';

export type { IdempotencyKey } from '../keys/callers.ts';

/** The first answer to requests with an `Idempotency-Key`. The answer and the change that it reports are committed together. */
const answerItem = z.object({
  /** The SHA-256 of the request. */
  fingerprint: z.string(),
  /** The body in JSON, with null in place of a secret and of a field that expires. null: the answer has no body. */
  body: z.nullable(z.string()),
  /** Absent: the request made the resource. */
  is_existing: z.optional(z.literal(true)),
  [table.timeToLive]: z.int(),
});
export type AnswerItem = z.infer<typeof answerItem>;

/** The secret in an answer. It is a separate item, because it expires much earlier than the answer. */
const shownSecretItem = z.object({
  ciphertext: z.string(),
  /** The credential that received the secret, and the permissions of the credential at that time. */
  credential: z.string(),
  permissions: z.array(z.string()),
  [table.timeToLive]: z.int(),
});
type ShownSecretItem = z.infer<typeof shownSecretItem>;

type NewAnswer = Omit<AnswerItem, typeof table.timeToLive> & {
  readonly secret: Omit<ShownSecretItem, typeof table.timeToLive> | undefined;
};

/** Returns the first answer to requests with an idempotency key; undefined when there was none in the last 24 hours. */
export const getAnswer = (used: IdempotencyKey, nowSeconds: number) =>
  readUnexpired(answerItem, answerKey(used), nowSeconds);

/** Returns the secret in an answer; undefined after ten minutes. */
export const getShownSecret = (used: IdempotencyKey, nowSeconds: number) =>
  readUnexpired(shownSecretItem, shownSecretKey(used), nowSeconds);

/** Stores the first answer to requests with an idempotency key; conflicts when there is an answer already. */
export const createAnswer = (
  used: IdempotencyKey,
  { secret, ...answer }: NewAnswer,
  nowSeconds: number,
): Bookkeeping[] => {
  const answerUntil: AnswerItem = { ...answer, [table.timeToLive]: nowSeconds + replaySeconds };
  const writes: Change[] = [creationAfterExpiry(answerKey(used), answerUntil, nowSeconds)];
  if (secret) {
    const secretUntil: ShownSecretItem = { ...secret, [table.timeToLive]: nowSeconds + secretReplaySeconds };
    writes.push(creationAfterExpiry(shownSecretKey(used), secretUntil, nowSeconds));
  }
  return writes.map((write) => bookkeeping('answer', write));
};
