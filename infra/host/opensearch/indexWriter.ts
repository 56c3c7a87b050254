import type { DatabaseSync } from 'node:sqlite';
import type { BulkAction } from './bulk.ts';
import { fieldBeginning, type IndexDefinition } from './collectionFile.ts';
import type { OpenSearchError } from './errors.ts';
import type { Entry } from './mappings.ts';
import { beginningsOf, tokensOf } from './tokens.ts';

/** The outcome of one action, as the answer to a bulk request has it. */
export type BulkItem = Readonly<Partial<Record<BulkAction['kind'], Outcome>>>;

interface Outcome {
  readonly _index: string;
  readonly _id: string;
  readonly result?: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly error?: { readonly type: string; readonly reason: string };
  readonly status: number;
}

/** The last action on an id that searches do not see yet. */
interface Pending {
  /** The row that searches see now. Undefined: none */
  readonly row: number | undefined;
  /** Undefined: the entry is to be deleted. */
  readonly entry: Entry | undefined;
}

/**
 * Writes entries of an index. An action is first written to a log, and acknowledged. `refresh` then lets searches see all actions of the log
 * at once: to index few entries, FTS5 takes several times the CPU for each of them. The caller begins and commits transactions.
 */
export class IndexWriter {
  readonly #index: IndexDefinition;
  readonly #statements;
  #pending = new Map<string, Pending>();
  #nextRow: number;
  #lastChange: number;

  constructor(database: DatabaseSync, index: IndexDefinition) {
    this.#index = index;
    const { number, textFields } = index;
    const columns = ['rowid', ...textFields.map((_, field) => `f${field}`)];
    this.#statements = {
      find: database.prepare(`SELECT row FROM entries_${number} WHERE id = ?`),
      put: database.prepare(
        `INSERT OR REPLACE INTO entries_${number} (row, id, change, source) VALUES (?, ?, ?, ?)`,
      ),
      remove: database.prepare(`DELETE FROM entries_${number} WHERE row = ?`),
      putWords: database.prepare(
        `INSERT INTO words_${number} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ),
      removeWords: database.prepare(`DELETE FROM words_${number} WHERE rowid = ?`),
      putBeginnings: database.prepare(`INSERT INTO beginnings_${number} (rowid, beginnings) VALUES (?, ?)`),
      removeBeginnings: database.prepare(`DELETE FROM beginnings_${number} WHERE rowid = ?`),
      putLog: database.prepare(`INSERT INTO log_${number} (id, entry) VALUES (?, ?)`),
      readLog: database.prepare(`SELECT id, entry FROM log_${number} ORDER BY sequence`),
      emptyLog: database.prepare(`DELETE FROM log_${number}`),
    };
    const last = database
      .prepare(`SELECT max(row) AS row, max(change) AS change FROM entries_${number}`)
      .get();
    this.#nextRow = Number(last?.row ?? 0) + 1;
    this.#lastChange = Number(last?.change ?? 0);
    this.readLog();
  }

  /** The number of entries that the next refresh changes. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Reads what is to be refreshed. Call it also if a transaction failed. */
  readLog(): void {
    this.#pending.clear();
    for (const { id, entry } of this.#statements.readLog.iterate())
      this.#pending.set(String(id), {
        row: this.#find(String(id)).row,
        entry: entry === null ? undefined : JSON.parse(String(entry)),
      });
  }

  /** Writes the actions of a bulk request to the log, in their order. */
  add(actions: readonly BulkAction[]): BulkItem[] {
    return actions.map((action) => ({ [action.kind]: this.#add(action) }));
  }

  #add(action: BulkAction): Outcome {
    const common = { _index: this.#index.name, _id: action.id };
    if ('error' in action) return { ...common, ...refusal(action.error) };
    const { row, exists } = this.#find(action.id);
    if (action.kind === 'delete' && !exists) return { ...common, result: 'not_found', status: 404 };
    const entry = action.kind === 'index' ? action.entry : undefined;
    this.#statements.putLog.run(action.id, entry ? JSON.stringify(entry) : null);
    this.#pending.set(action.id, { row, entry });
    if (!entry) return { ...common, result: 'deleted', status: 200 };
    return exists
      ? { ...common, result: 'updated', status: 200 }
      : { ...common, result: 'created', status: 201 };
  }

  #find(id: string): { readonly row: number | undefined; readonly exists: boolean } {
    const pending = this.#pending.get(id);
    if (pending) return { row: pending.row, exists: pending.entry !== undefined };
    const found = this.#statements.find.get(id);
    return { row: found && Number(found.row), exists: found !== undefined };
  }

  /** Lets searches see everything in the log. After the commit, call `refreshed`. */
  refresh(): void {
    const { remove, removeWords, removeBeginnings, emptyLog } = this.#statements;
    for (const { row } of this.#pending.values()) {
      if (row === undefined) continue;
      removeWords.run(row);
      removeBeginnings.run(row);
      remove.run(row);
    }
    const put = [...this.#pending].flatMap(([id, { row, entry }]) =>
      entry ? [{ id, row: row ?? this.#takeRow(), entry }] : [],
    );
    // FTS5 writes a piece of its index to disk each time that a row is before the row before it.
    put.sort((a, b) => a.row - b.row);
    for (const { id, row, entry } of put) this.#put(id, row, entry);
    emptyLog.run();
  }

  refreshed(): void {
    this.#pending.clear();
  }

  #takeRow(): number {
    this.#nextRow += 1;
    return this.#nextRow - 1;
  }

  #put(id: string, row: number, { source, texts }: Entry): void {
    const { put, putWords, putBeginnings } = this.#statements;
    this.#lastChange += 1;
    put.run(row, id, this.#lastChange, JSON.stringify(source));
    const tokens = this.#index.textFields.map((field) => tokensOf(texts[field] ?? ''));
    putWords.run(row, ...tokens.map((ofField) => ofField.join(' ')));
    const beginnings = tokens.map((ofField, field) => fieldBeginnings(field, beginningsOf(ofField)));
    putBeginnings.run(row, beginnings.join(' '));
  }
}

const fieldBeginnings = (field: number, beginnings: Iterable<string>): string =>
  Array.from(beginnings, (beginning) => fieldBeginning(field, beginning)).join(' ');

const refusal = ({ status, type, message: reason }: OpenSearchError) => ({ error: { type, reason }, status });
