import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncDirectory } from '../sync.ts';
import type { Fields, FieldType } from './mappings.ts';
import { tokenizer } from './tokens.ts';

/**
 * The SQLite database of a collection. An index has a table with its entries, a log of actions that searches do not see yet, and two tables
 * of FTS5: the words with their places, and for each entry the short beginnings of its words. FTS5 finds longer beginnings fast enough,
 * because few words have them.
 */

/** The version of these tables. A file with another version is replaced by an empty one. */
const version = 1;

export interface IndexDefinition {
  readonly name: string;
  /** Is in the names of its tables. */
  readonly number: number;
  readonly fields: Fields;
  /** The text fields. Their columns are `f0`, `f1` and so on. */
  readonly textFields: readonly string[];
}

/** A collection as it was found when it was opened. */
export interface CollectionState {
  /** Changes when the collection begins empty, because its file is new, is gone or was damaged. */
  readonly generation: string;
  /** Whether an empty file replaces a damaged one. */
  readonly wasDamaged: boolean;
}

const fileOf = (directory: string, id: string): string => join(directory, `${id}.db`);
const damageMark = (directory: string, id: string): string => join(directory, `${id}.damaged`);

/**
 * Opens the file of a collection. Creates a missing file, and replaces a damaged one by an empty one. Damage in the middle of a file is only
 * noticed by a request that reads there: see `markDamaged`.
 */
export function openCollection(
  directory: string,
  id: string,
): CollectionState & { readonly database: DatabaseSync } {
  mkdirSync(directory, { recursive: true });
  const isMarked = existsSync(damageMark(directory, id));
  if (!isMarked && existsSync(fileOf(directory, id))) {
    const kept = openKept(fileOf(directory, id));
    if (kept) return { ...kept, wasDamaged: false };
  }
  const wasDamaged = isMarked || existsSync(fileOf(directory, id));
  removeFiles(directory, (name) => name.startsWith(`${id}.`));
  const database = connect(fileOf(directory, id));
  const generation = randomUUID();
  database.exec(`
    CREATE TABLE collection (generation TEXT NOT NULL);
    INSERT INTO collection VALUES ('${generation}');
    CREATE TABLE indexes (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fields TEXT NOT NULL);
    PRAGMA user_version = ${version}`);
  syncDirectory(directory);
  return { database, generation, wasDamaged };
}

/** Opens an existing file. Undefined: it cannot be used. */
function openKept(path: string): { database: DatabaseSync; generation: string } | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = connect(path);
    if (database.prepare('PRAGMA user_version').get()?.user_version !== version) throw new Error('version');
    const row = database.prepare('SELECT generation FROM collection').get();
    for (const { number } of readIndexes(database))
      for (const table of [`words_${number}`, `beginnings_${number}`])
        database.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"~"' LIMIT 1`).get();
    return { database, generation: String(row?.generation) };
  } catch {
    database?.close();
    return undefined;
  }
}

/** Opens a second connection to the file of a collection that is open, for searches. */
export function openReader(directory: string, id: string): DatabaseSync {
  const database = connect(fileOf(directory, id));
  // The pages of the operating system's cache are read in place.
  database.exec('PRAGMA query_only = true; PRAGMA mmap_size = 2147418112');
  return database;
}

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    // A commit is on disk when it returns, also after a power cut. The cache is 64 MB.
    database.exec(
      'PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Removes the files of collections that are not in a list. */
export function removeOtherCollections(directory: string, ids: readonly string[]): void {
  if (existsSync(directory)) removeFiles(directory, (name) => !ids.some((id) => name.startsWith(`${id}.`)));
}

function removeFiles(directory: string, isGone: (name: string) => boolean): void {
  for (const name of readdirSync(directory).filter(isGone)) rmSync(join(directory, name));
}

/** SQLite's result codes for a file that is damaged, or is no database (SQLite, "Result and error codes"). */
const damageCodes = [11, 26];

/** Returns whether an error of SQLite says that a file is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  // The lower byte is the code, the others say more about it.
  damageCodes.includes(Number(error.errcode) & 0xff);

/** Lets the next start replace the file of a collection by an empty one. */
export function markDamaged(directory: string, id: string): void {
  if (existsSync(damageMark(directory, id))) return;
  writeFileSync(damageMark(directory, id), '');
  console.error(
    `The search index ${fileOf(directory, id)} is damaged. The next start begins with an empty one.`,
  );
}

export const readIndexes = (database: DatabaseSync): IndexDefinition[] =>
  database
    .prepare('SELECT number, name, fields FROM indexes')
    .all()
    .map(({ number, name, fields }) =>
      definitionOf(Number(number), String(name), JSON.parse(String(fields))),
    );

function definitionOf(number: number, name: string, fields: Record<string, FieldType>): IndexDefinition {
  const textFields = Object.keys(fields).filter((field) => fields[field] === 'text');
  return { name, number, fields: new Map(Object.entries(fields)), textFields };
}

/** FTS5 merges so many pieces of its index at once. More cost less for writing, and more for searches. */
const segments = 8;

/** Creates an empty index. */
export function createIndex(
  database: DatabaseSync,
  name: string,
  fields: Record<string, FieldType>,
): IndexDefinition {
  database.exec('BEGIN');
  try {
    const { lastInsertRowid } = database
      .prepare('INSERT INTO indexes (name, fields) VALUES (?, ?)')
      .run(name, JSON.stringify(fields));
    const definition = definitionOf(Number(lastInsertRowid), name, fields);
    const { number, textFields } = definition;
    const columns = textFields.map((_, field) => `f${field}`).join(', ');
    // FTS5 keeps only its index of the texts.
    const contentless = `content = '', contentless_delete = 1, ${tokenizer}`;
    database.exec(`
      CREATE TABLE entries_${number} (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        change INTEGER NOT NULL,
        source TEXT NOT NULL
      );
      CREATE INDEX changes_${number} ON entries_${number} (change);
      CREATE TABLE log_${number} (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, entry TEXT);
      CREATE VIRTUAL TABLE words_${number} USING fts5(${columns}, ${contentless});
      CREATE VIRTUAL TABLE beginnings_${number} USING fts5(beginnings, detail = none, ${contentless});
      INSERT INTO words_${number} (words_${number}, rank) VALUES ('automerge', ${segments});
      INSERT INTO beginnings_${number} (beginnings_${number}, rank) VALUES ('automerge', ${segments})`);
    database.exec('COMMIT');
    return definition;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Returns the beginning of a word as it is indexed for a text field: after the number of the field, which is one digit. */
export const fieldBeginning = (field: number, beginning: string): string => `${field}${beginning}`;
