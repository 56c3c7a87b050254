import type { DatabaseSync } from 'node:sqlite';
import type { BulkAction } from './bulk.ts';
import { fieldBeginning, type IndexDefinition } from './collectionFile.ts';
import { beginningsOf, tokensOf } from './tokens.ts';

/** The outcome of one action, as the answer to a bulk request has it. */
export type BulkItem = Readonly<
  Partial<
    Record<
      'index' | 'delete',
      {
        readonly _index: string;
        readonly _id: string;
        readonly result?: 'created' | 'updated' | 'deleted' | 'not_found';
        readonly error?: { readonly type: string; readonly reason: string };
        readonly status: number;
      }
    >
  >
>;

/** The last action on an id in a transaction. */
interface Pending {
  /** Undefined: the id has no entry. */
  readonly row: number | undefined;
  /** Undefined: the entry is deleted. */
  readonly last: Extract<BulkAction, { readonly entry: unknown }> | undefined;
}

/** Writes entries of an index. */
export class IndexWriter {
  readonly #index: IndexDefinition;
  readonly #statements;
  #nextRow: number;
  #lastChange: number;
  #pending = new Map<string, Pending>();

  constructor(database: DatabaseSync, index: IndexDefinition) {
    this.#index = index;
    const { number, textFields } = index;
    const columns = textFields.map((_, field) => `f${field}`);
    const texts = ['rowid', ...(columns.length > 0 ? columns : ['f0'])];
    this.#statements = {
      find: database.prepare(`SELECT row FROM entries_${number} WHERE id = ?`),
      put: database.prepare(
        `INSERT OR REPLACE INTO entries_${number} (row, id, change, source) VALUES (?, ?, ?, ?)`,
      ),
      remove: database.prepare(`DELETE FROM entries_${number} WHERE row = ?`),
      putWords: database.prepare(
        `INSERT INTO words_${number} (${texts.join(', ')}) VALUES (${texts.map(() => '?').join(', ')})`,
      ),
      removeWords: database.prepare(`DELETE FROM words_${number} WHERE rowid = ?`),
      putBeginnings: database.prepare(`INSERT INTO beginnings_${number} (rowid, beginnings) VALUES (?, ?)`),
      removeBeginnings: database.prepare(`DELETE FROM beginnings_${number} WHERE rowid = ?`),
    };
    const last = database
      .prepare(`SELECT max(row) AS row, max(change) AS change FROM entries_${number}`)
      .get();
    this.#nextRow = Number(last?.row ?? 0) + 1;
    this.#lastChange = Number(last?.change ?? 0);
  }

  /** Takes the actions of a bulk request, in their order. `write` writes them. */
  add(actions: readonly BulkAction[]): BulkItem[] {
    return actions.map((action) => this.#add(action));
  }

  #add(action: BulkAction): BulkItem {
    const { kind, id: _id } = action;
    const _index = this.#index.name;
    if ('error' in action) {
      const { status, type, message: reason } = action.error;
      return { index: { _index, _id, error: { type, reason }, status } };
    }
    const { row, exists } = this.#find(_id);
    this.#pending.set(_id, { row, last: kind === 'index' ? action : undefined });
    if (kind === 'delete')
      return {
        delete: exists
          ? { _index, _id, result: 'deleted', status: 200 }
          : { _index, _id, result: 'not_found', status: 404 },
      };
    return {
      index: exists
        ? { _index, _id, result: 'updated', status: 200 }
        : { _index, _id, result: 'created', status: 201 },
    };
  }

  #find(id: string): { readonly row: number | undefined; readonly exists: boolean } {
    const pending = this.#pending.get(id);
    if (pending) return { row: pending.row, exists: pending.last !== undefined };
    const found = this.#statements.find.get(id);
    return { row: found && Number(found.row), exists: found !== undefined };
  }

  /** Writes what was added since the last call. The caller begins and commits the transaction. */
  write(): void {
    const pending = [...this.#pending].map(([id, { row, last }]) => ({ id, row, last }));
    this.#pending = new Map();
    const { remove, removeWords, removeBeginnings } = this.#statements;
    for (const { row } of pending) {
      if (row === undefined) continue;
      removeWords.run(row);
      removeBeginnings.run(row);
      remove.run(row);
    }
    const put = pending.flatMap(({ id, row, last }) =>
      last ? [{ id, row: row ?? this.#takeRow(), entry: last.entry }] : [],
    );
    // FTS5 writes a piece of its index to disk each time that a row is before the row before it.
    put.sort((a, b) => a.row - b.row);
    for (const { id, row, entry } of put) this.#put(id, row, entry);
  }

  /** Forgets what was added since the last write. */
  forget(): void {
    this.#pending = new Map();
  }

  #takeRow(): number {
    this.#nextRow += 1;
    return this.#nextRow - 1;
  }

  #put(id: string, row: number, { source, texts }: Extract<BulkAction, { entry: unknown }>['entry']): void {
    const { put, putWords, putBeginnings } = this.#statements;
    this.#lastChange += 1;
    put.run(row, id, this.#lastChange, JSON.stringify(source));
    const tokens = this.#index.textFields.map((field) => tokensOf(texts[field] ?? ''));
    putWords.run(row, ...(tokens.length > 0 ? tokens.map((ofField) => ofField.join(' ')) : ['']));
    const beginnings = tokens.flatMap((ofField, field) =>
      [...beginningsOf(new Set(ofField))].map((beginning) => fieldBeginning(field, beginning)),
    );
    putBeginnings.run(row, beginnings.join(' '));
  }
}
