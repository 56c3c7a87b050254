/** The thread that writes collections. */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../idleHeap.ts';
import type { ThreadRequest } from '../threadMessages.ts';
import { readBulk } from './bulk.ts';
import {
  type CollectionState,
  createIndex,
  type IndexDefinition,
  isDamage,
  markDamaged,
  openCollection,
  readIndexes,
} from './collectionFile.ts';
import { indexNotFound, OpenSearchError } from './errors.ts';
import { type BulkItem, IndexWriter } from './indexWriter.ts';
import { readMappings, requireNewName } from './mappings.ts';

export interface WriterThreadData {
  readonly directory: string;
}

export type WriterMessage =
  | { readonly command: 'open'; readonly collection: string }
  | { readonly command: 'create'; readonly collection: string; readonly index: string; readonly body: string }
  | BulkMessage
  | { readonly command: 'refresh' }
  | { readonly command: 'close' };

interface BulkMessage {
  readonly command: 'bulk';
  readonly collection: string;
  readonly index: string;
  readonly body: string;
}

/** An answer of the thread. `refused`: the fields of an OpenSearchError */
export type WriterAnswer =
  | { readonly opened: CollectionState }
  | { readonly created: IndexDefinition }
  | { readonly items: readonly BulkItem[] }
  | Refused
  | Record<string, never>;

interface Refused {
  readonly refused: { readonly status: number; readonly type: string; readonly reason: string };
}

interface OpenIndex {
  readonly definition: IndexDefinition;
  readonly writer: IndexWriter;
}

interface OpenCollection {
  readonly id: string;
  readonly database: DatabaseSync;
  readonly indexes: Map<string, OpenIndex>;
  /** Undefined: nothing is to be refreshed. */
  refreshing: NodeJS.Timeout | undefined;
}

type Request = ThreadRequest<WriterMessage>;

const { directory } = workerData as WriterThreadData;
const collections = new Map<string, OpenCollection>();

/** Bulk requests that wait at the same time are written together, up to this number of characters. */
const groupMaxCharacters = 5_000_000;
/** Searches see a change after this time at the latest, if the thread is not busy. */
const refreshMilliseconds = 200;
/** Searches see so many changed entries at once. */
const refreshedEntries = 500;

collectWhenIdle();
parentPort?.on('message', (first: Request) => {
  for (let next: Request | undefined = first; next; ) next = answer(next);
});

/** Answers a request. Returns a request behind it that was already received. */
function answer({ message, answerTo }: Request): Request | undefined {
  if (message.command === 'bulk') return answerBulks(message, answerTo);
  answerTo.postMessage(perform(message));
  return undefined;
}

function perform(message: Exclude<WriterMessage, BulkMessage>): WriterAnswer {
  switch (message.command) {
    case 'open':
      return { opened: open(message.collection) };
    case 'create': {
      const { collection, index, body } = message;
      return refusing(collection, () => ({ created: create(find(collection), index, body) }));
    }
    case 'refresh':
      for (const [id, collection] of collections) refusing(id, () => refresh(collection));
      return {};
    case 'close':
      for (const { database, refreshing } of collections.values()) {
        clearTimeout(refreshing);
        database.close();
      }
      parentPort?.close();
      return {};
  }
}

/** Opens a collection, and lets searches see what an earlier run has acknowledged. A collection that turns out to be damaged is empty. */
function open(id: string): CollectionState {
  const { database, ...state } = openCollection(directory, id);
  const collection: OpenCollection = { id, database, indexes: new Map(), refreshing: undefined };
  try {
    for (const definition of readIndexes(database)) addIndex(collection, definition);
    refresh(collection);
  } catch (error) {
    if (!isDamage(error)) throw error;
    database.close();
    markDamaged(directory, id);
    return open(id);
  }
  collections.set(id, collection);
  return state;
}

const addIndex = ({ database, indexes }: OpenCollection, definition: IndexDefinition) =>
  indexes.set(definition.name, { definition, writer: new IndexWriter(database, definition) });

function create(collection: OpenCollection, index: string, body: string): IndexDefinition {
  requireNewName(index, collection.indexes.keys());
  const definition = createIndex(collection.database, index, readMappings(body));
  addIndex(collection, definition);
  return definition;
}

function find(id: string): OpenCollection {
  const collection = collections.get(id);
  if (!collection) throw new Error(`The collection ${id} is not open.`);
  return collection;
}

/** Writes a bulk request and the requests behind it for the same collection in one transaction. Returns the first other request. */
function answerBulks(first: BulkMessage, answerTo: Request['answerTo']): Request | undefined {
  const group = [{ message: first, answerTo }];
  let characters = first.body.length;
  let other: Request | undefined;
  while (characters < groupMaxCharacters && !other) {
    const next: Request | undefined = parentPort ? receiveMessageOnPort(parentPort)?.message : undefined;
    if (!next) break;
    const { message } = next;
    if (message.command === 'bulk' && message.collection === first.collection) {
      group.push({ message, answerTo: next.answerTo });
      characters += message.body.length;
    } else other = next;
  }
  const collection = find(first.collection);
  const bulks = group.map(({ message }) => message);
  const answers = refusing(collection.id, () => write(collection, bulks));
  group.forEach((one, index) => {
    one.answerTo.postMessage(Array.isArray(answers) ? answers[index] : answers);
  });
  refreshLater(collection);
  return other;
}

function write(collection: OpenCollection, bulks: readonly BulkMessage[]): WriterAnswer[] {
  const { id, indexes } = collection;
  return inTransaction(collection, () =>
    bulks.map(({ index, body }) => refusing(id, () => ({ items: add(indexes.get(index), index, body) }))),
  );
}

function inTransaction<T>(collection: OpenCollection, run: () => T): T {
  const { database } = collection;
  database.exec('BEGIN');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    for (const writer of writersOf(collection)) writer.readLog();
    throw error;
  }
}

function add(there: OpenIndex | undefined, index: string, body: string): BulkItem[] {
  if (!there) throw indexNotFound(index);
  return there.writer.add(readBulk(there.definition.fields, body));
}

function refreshLater(collection: OpenCollection): void {
  const pending = pendingIn(collection);
  if (pending >= refreshedEntries) refusing(collection.id, () => refresh(collection));
  else if (pending > 0)
    collection.refreshing ??= setTimeout(
      () => refusing(collection.id, () => refresh(collection)),
      refreshMilliseconds,
    );
}

const writersOf = ({ indexes }: OpenCollection): IndexWriter[] =>
  Array.from(indexes.values(), ({ writer }) => writer);

const pendingIn = (collection: OpenCollection): number =>
  writersOf(collection).reduce((sum, { pending }) => sum + pending, 0);

/** Lets searches see all changes. */
function refresh(collection: OpenCollection): void {
  clearTimeout(collection.refreshing);
  collection.refreshing = undefined;
  if (pendingIn(collection) === 0) return;
  const writers = writersOf(collection);
  inTransaction(collection, () => {
    for (const writer of writers) writer.refresh();
  });
  for (const writer of writers) writer.refreshed();
}

/** Returns the result of a function, or the refusal of its error. */
function refusing<T>(collection: string, run: () => T): T | Refused {
  try {
    return run();
  } catch (error) {
    if (isDamage(error)) markDamaged(directory, collection);
    else if (!(error instanceof OpenSearchError)) console.error(error);
    const { status, type, message: reason } = error instanceof OpenSearchError ? error : failed();
    return { refused: { status, type, reason } };
  }
}

const failed = () => new OpenSearchError(500, 'exception', 'The local host could not write the index');
