import { createHash } from 'node:crypto';
import type { Changes, Database } from './database.ts';
import { apiError } from './errors.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
const lifetimeMilliseconds = 10 * 60 * 1000;
// None of dynalite's own prefixes (table, item, index, tag) begins like this.
const prefix = 'request-token~';

interface Remembered {
  fingerprint: string;
  expiresAtMilliseconds: number;
}

/**
 * Returns whether the same transaction was applied with this ClientRequestToken in the last ten minutes. A token is committed
 * together with its transaction, so a retry after a crash finds either both or neither. Throws
 * IdempotentParameterMismatchException.
 */
export function wasApplied(database: Database, token: string, fingerprint: string): boolean {
  const known = database.latestValue(prefix + token) as Remembered | undefined;
  if (!known || known.expiresAtMilliseconds <= Date.now()) return false;
  if (known.fingerprint !== fingerprint) {
    throw apiError(
      'IdempotentParameterMismatchException',
      'Provided idempotency token has been used with different parameters',
    );
  }
  return true;
}

export function remember(changes: Changes, token: string, fingerprint: string): void {
  const expiresAtMilliseconds = Date.now() + lifetimeMilliseconds;
  changes.set(prefix + token, { fingerprint, expiresAtMilliseconds } satisfies Remembered);
}

/** Removes the tokens that have expired by `now`, in epoch milliseconds. */
export async function forgetExpired(database: Database, now: number): Promise<void> {
  const expired: Changes = new Map();
  for await (const key of database.keys({ gte: prefix, lt: `${prefix}\uffff` })) {
    // A transaction may have used the token again meanwhile, which renews its lifetime.
    const latest = database.latestValue(key) as Remembered | undefined;
    if (latest && latest.expiresAtMilliseconds <= now) expired.set(key, undefined);
  }
  await database.commit(expired);
}

/** Returns a hash that does not depend on the order of an object's members. */
export function fingerprint(parameters: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(parameters ?? null))
    .digest('base64');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
