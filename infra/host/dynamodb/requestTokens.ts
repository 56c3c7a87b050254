import { createHash } from 'node:crypto';
import { apiError } from './errors.ts';
import type { Changes, Ledger } from './ledger.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
const lifetimeMilliseconds = 10 * 60 * 1000;
const sweepIntervalMilliseconds = 60 * 1000;
// No prefix of dynalite's (table, item, index, tag) starts like this.
const prefix = 'request-token~';
const allTokens = { gte: prefix, lt: `${prefix}\uffff` };

interface Remembered {
  fingerprint: string;
  expiresAtMilliseconds: number;
}

/**
 * The transactions of the last ten minutes by ClientRequestToken. A token is committed together with its
 * transaction, so a retry after a crash finds either both or neither.
 */
export class RequestTokens {
  readonly #ledger: Ledger;
  readonly #now: () => number;
  readonly #sweeper: NodeJS.Timeout;

  constructor(ledger: Ledger, now: () => number = Date.now) {
    this.#ledger = ledger;
    this.#now = now;
    this.#sweeper = setInterval(
      () => void this.forgetExpired().catch(() => {}),
      sweepIntervalMilliseconds,
    ).unref();
  }

  /** Whether this transaction was already applied; throws IdempotentParameterMismatchException. */
  wasApplied(token: string, fingerprint: string): boolean {
    const known = this.#ledger.latestValue(prefix + token) as Remembered | undefined;
    if (!known || known.expiresAtMilliseconds <= this.#now()) return false;
    if (known.fingerprint !== fingerprint) {
      throw apiError(
        'IdempotentParameterMismatchException',
        'Provided idempotency token has been used with different parameters',
      );
    }
    return true;
  }

  remember(changes: Changes, token: string, fingerprint: string): void {
    changes.set(prefix + token, {
      fingerprint,
      expiresAtMilliseconds: this.#now() + lifetimeMilliseconds,
    } satisfies Remembered);
  }

  async forgetExpired(): Promise<void> {
    const expired: Changes = new Map();
    for await (const [key, value] of this.#ledger.entries(allTokens)) {
      if ((value as Remembered).expiresAtMilliseconds <= this.#now()) expired.set(key, undefined);
    }
    // A token that was used again since the scan began has a new life.
    for (const key of expired.keys()) {
      const latest = this.#ledger.latestValue(key) as Remembered | undefined;
      if (latest && latest.expiresAtMilliseconds > this.#now()) expired.delete(key);
    }
    await this.#ledger.commit(expired);
  }

  close(): void {
    clearInterval(this.#sweeper);
  }
}

/** Equal for equal parameters, in whatever order a client writes the members of an object. */
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
