/** The thread that writes collections. */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
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
  readonly database: DatabaseSync;
  readonly indexes: Map<string, OpenIndex>;
}

type Request = ThreadRequest<WriterMessage>;

const { directory } = workerData as WriterThreadData;
const collections = new Map<string, OpenCollection>();

/** Bulk requests that wait at the same time are written together, up to this number of characters. */
const groupMaxCharacters = 5_000_000;

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
    case 'close':
      for (const { database } of collections.values()) database.close();
      parentPort?.close();
      return {};
  }
}

function open(id: string): CollectionState {
  const { database, ...state } = openCollection(directory, id);
  const collection: OpenCollection = { database, indexes: new Map() };
  for (const definition of readIndexes(database)) addIndex(collection, definition);
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
  const answers = refusing(first.collection, () =>
    write(
      find(first.collection),
      group.map(({ message }) => message),
    ),
  );
  group.forEach((one, index) => {
    one.answerTo.postMessage(Array.isArray(answers) ? answers[index] : answers);
  });
  return other;
}

function write({ database, indexes }: OpenCollection, bulks: readonly BulkMessage[]): WriterAnswer[] {
  database.exec('BEGIN');
  try {
    const answers = bulks.map(({ collection, index, body }) =>
      refusing(collection, () => ({ items: add(indexes.get(index), index, body) })),
    );
    for (const { writer } of indexes.values()) writer.write();
    database.exec('COMMIT');
    return answers;
  } catch (error) {
    for (const { writer } of indexes.values()) writer.forget();
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function add(there: OpenIndex | undefined, index: string, body: string): BulkItem[] {
  if (!there) throw indexNotFound(index);
  return there.writer.add(readBulk(there.definition.fields, body));
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
