import { mkdir } from 'node:fs/promises';
import type { KeyRange } from 'dynalite/db/index.js';
import { Level } from 'level';
import { type ReadLag, withEarlierValues } from './readLag.ts';

/** The new values by key. The value undefined means that the key is deleted. */
export type Changes = Map<string, unknown>;

/** The number of values read at once: usually a page of a query. */
const valuesAtOnce = 200;

interface Group {
  changes: Changes;
  durable: PromiseWithResolvers<void>;
}

function emptyGroup(): Group {
  const group = { changes: new Map(), durable: Promise.withResolvers<void>() };
  // Prevents an unhandled rejection when nobody waits for the group. Waiting callers still get the rejection.
  group.durable.promise.catch(() => {});
  return group;
}

/**
 * The LevelDB under all tables, with group commit.
 *
 * A batch is one record of LevelDB's write-ahead log. The record has a checksum, and is synced before its changes become visible. LevelDB
 * replays the log when it opens the database, so after a crash either the whole batch is there or nothing of it. Changes that are
 * committed while one batch is being synced share the next batch.
 */
export class Database {
  /** Undefined: every read sees what is on disk. */
  readonly lag: ReadLag | undefined;
  readonly #level: Level<string, unknown>;
  /** Parsed values of keys that seldom change. */
  readonly #cached = new Map<string, unknown>();
  #writing: Group | undefined;
  #next: Group | undefined;

  private constructor(level: Level<string, unknown>, lag: ReadLag | undefined) {
    this.#level = level;
    this.lag = lag;
  }

  static async open(directory: string, lag?: ReadLag): Promise<Database> {
    await mkdir(directory, { recursive: true });
    const level = new Level<string, unknown>(directory, { valueEncoding: 'json' });
    try {
      await level.open();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
      if (cause?.code !== 'LEVEL_LOCKED') throw error;
      throw new Error(`${directory} is in use by another process`, { cause: error });
    }
    return new Database(level, lag);
  }

  durableValue(key: string): unknown {
    return this.#level.getSync(key);
  }

  /** Returns the value that will be on disk once `durable()` resolves. Calls without an `await` in between see one consistent state. */
  latestValue(key: string): unknown {
    for (const group of [this.#next, this.#writing]) {
      if (group?.changes.has(key)) return group.changes.get(key);
    }
    return this.#level.getSync(key);
  }

  /**
   * Returns the value on disk of a key that changes seldom. All callers get the same parsed value, so they must not change it. Returns
   * undefined while a change is pending.
   */
  cachedValue(key: string): unknown {
    const known = this.#cached.get(key);
    if (known !== undefined) return known;
    if (this.#next?.changes.has(key) || this.#writing?.changes.has(key)) return undefined;
    const value = this.durableValue(key);
    if (value !== undefined) this.#cached.set(key, value);
    return value;
  }

  /** Applies all changes or none. Resolves when they are synced to disk. */
  commit(changes: Changes): Promise<void> {
    if (changes.size === 0) return this.durable();
    this.#next ??= emptyGroup();
    for (const [key, value] of changes) {
      this.#next.changes.set(key, value);
      this.#cached.delete(key);
    }
    const { promise } = this.#next.durable;
    if (!this.#writing) void this.#writeGroups();
    return promise;
  }

  /** Resolves when everything committed so far is synced to disk. */
  durable(): Promise<void> {
    return (this.#next ?? this.#writing)?.durable.promise ?? Promise.resolve();
  }

  keys(range: KeyRange): AsyncIterable<string> {
    return this.#level.keys(range);
  }

  values(range: KeyRange): AsyncGenerator<readonly unknown[]> {
    return inTurn(this.#level.values(range));
  }

  /** Yields the JSON of a range's values in batches. */
  texts(range: KeyRange): AsyncGenerator<readonly string[]> {
    return inTurn(this.#level.values<string, string>({ ...range, valueEncoding: 'utf8' }));
  }

  /** Resolves with the JSON of a range's values, or with undefined when its total length reaches `tooLong`. */
  async readTexts(range: KeyRange, tooLong: number): Promise<string[] | undefined> {
    const texts: string[] = [];
    let length = 0;
    for await (const more of this.texts(range)) {
      for (const text of more) length += text.length;
      if (length >= tooLong) return undefined;
      texts.push(...more);
    }
    return texts;
  }

  /** Resolves with the values of a range. Keys in `behind` have their earlier values. */
  async valuesBehind(range: KeyRange, behind: ReadonlyMap<string, unknown>): Promise<unknown[]> {
    const { limit = -1 } = range;
    const enough = limit < 0 ? limit : limit + behind.size;
    return withEarlierValues(await this.#level.iterator({ ...range, limit: enough }).all(), behind, range);
  }

  async close(): Promise<void> {
    await this.durable().catch(() => {});
    await this.#level.close();
  }

  async #writeGroups(): Promise<void> {
    for (let group = this.#next; group; group = this.#next) {
      this.#writing = group;
      this.#next = undefined;
      const batch = Array.from(group.changes, ([key, value]) =>
        value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
      );
      this.lag?.keep(group.changes.keys(), (key) => this.#level.getSync(key));
      try {
        await this.#level.batch(batch, { sync: true });
        this.#writing = undefined;
        group.durable.resolve();
      } catch (error) {
        this.#abandon(group, error);
      }
    }
  }

  // Later changes were computed from values that never reached the disk, so they fail too.
  #abandon(failed: Group, error: unknown): void {
    failed.durable.reject(error);
    this.#next?.durable.reject(error);
    this.#next = undefined;
    this.#writing = undefined;
  }
}

interface Batches<T> extends AsyncDisposable {
  nextv(size: number): Promise<readonly T[]>;
}

async function* inTurn<T>(source: Batches<T>): AsyncGenerator<readonly T[]> {
  // An iterator that stays open would pin a LevelDB snapshot.
  await using iterator = source;
  for (;;) {
    const values = await iterator.nextv(valuesAtOnce);
    if (values.length === 0) return;
    yield values;
  }
}
