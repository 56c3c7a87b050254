import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type { Access } from '../iam/access.ts';
import { type SignedRequest, signerOf } from '../iam/signer.ts';
import { bodyOf, JsonError } from '../jsonServer.ts';
import { serveLoopback } from '../ownNames.ts';
import type { CollectionDefinition } from '../template/collections.ts';
import { actionsOfOpenSearch, type IndexRequest } from './access.ts';
import {
  type CollectionState,
  type IndexDefinition,
  isDamage,
  markDamaged,
  openReader,
  readIndexes,
  removeOtherCollections,
} from './collectionFile.ts';
import {
  errorBody,
  forbiddenBody,
  illegalArgument,
  indexNotFound,
  notServed,
  OpenSearchError,
  parseJson,
} from './errors.ts';
import { IndexSearcher } from './indexSearcher.ts';
import { readSearch } from './searchBody.ts';
import { IndexWriting } from './writing.ts';

export interface LocalOpenSearch {
  readonly endpoint: string;
  /** Opens the collections of the stack, and removes all others. Resolves with what was found. */
  provide(collections: readonly CollectionDefinition[]): Promise<readonly CollectionState[]>;
  /** Lets searches see all acknowledged changes. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

interface Collection {
  readonly definition: CollectionDefinition;
  readonly state: CollectionState;
  /** Searches only. */
  readonly database: DatabaseSync;
  readonly searchers: Map<string, { readonly index: IndexDefinition; readonly searcher: IndexSearcher }>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Amazon OpenSearch Service, "Quotas": the largest request to a collection. */
const requestMaxBytes = 10 * 1024 * 1024;

/**
 * Starts a local OpenSearch Serverless, which keeps each collection in a file of SQLite. The URL of a collection has its id as the path.
 * Every change is on disk before it is acknowledged, and searches see it soon after. Another thread writes, so that searches do not wait.
 *
 * @param options.port 0 picks a free port
 * @param options.access decides who may do what
 */
export async function startOpenSearch(options: {
  directory: string;
  port: number;
  access: Access;
}): Promise<LocalOpenSearch> {
  const { directory, port, access } = options;
  const collections = new Map<string, Collection>();
  const writing = new IndexWriting(directory);
  const signer = signerOf(access, 'aoss', 'x-amz-content-sha256');

  const authorize = (request: SignedRequest, asked: IndexRequest, to: CollectionDefinition | undefined) => {
    try {
      const principal = signer(request);
      if (to)
        access.authorize(principal, actionsOfOpenSearch(to, asked), (message) => new Forbidden(message));
    } catch (error) {
      throw error instanceof JsonError ? new Forbidden(error.message) : error;
    }
  };
  const answer = async (
    { method = '', url = '', headers }: IncomingMessage,
    body: Buffer,
  ): Promise<Answer> => {
    if (body.length > requestMaxBytes)
      throw new OpenSearchError(413, 'exception', `The request has more than ${requestMaxBytes} bytes`);
    const [path = '', query] = url.split('?');
    if (query !== undefined)
      throw illegalArgument(`request [${path}] contains unrecognized parameters: [${query}]`);
    const [, id = '', index = '', operation = '', ...more] = path.split('/');
    const collection = collections.get(id);
    const asked = { method, index, operation };
    authorize({ method, path, headers, body }, asked, collection?.definition);
    if (!collection) throw new OpenSearchError(404, 'resource_not_found_exception', `no collection [${id}]`);
    if (more.length > 0) throw notServed(method, path);
    try {
      return { status: 200, body: await perform(collection, asked, body.toString(), writing) };
    } catch (error) {
      if (isDamage(error)) markDamaged(directory, id);
      throw error;
    }
  };

  const answering = new Set<Promise<void>>();
  const { server, endpoint } = await serveLoopback(port, (request, response) => {
    const answered = serve(request, response, answer);
    answering.add(answered);
    void answered.finally(() => answering.delete(answered));
  });

  return {
    endpoint,
    provide: async (definitions) => {
      removeOtherCollections(
        directory,
        definitions.map(({ id }) => id),
      );
      for (const definition of definitions) {
        if (collections.has(definition.id)) continue;
        const state = await writing.open(definition.id);
        const database = openReader(directory, definition.id);
        const collection: Collection = { definition, state, database, searchers: new Map() };
        for (const index of readIndexes(database)) addSearcher(collection, index);
        collections.set(definition.id, collection);
      }
      return definitions.flatMap(({ id }) => collections.get(id)?.state ?? []);
    },
    refresh: () => writing.refresh(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await Promise.all(answering);
      server.closeAllConnections();
      await closed;
      for (const { database } of collections.values()) database.close();
      await writing.close();
    },
  };
}

/** A request that is not signed correctly or not allowed. */
class Forbidden extends Error {}

const addSearcher = ({ searchers, database }: Collection, index: IndexDefinition) =>
  searchers.set(index.name, { index, searcher: new IndexSearcher(database, index) });

async function perform(
  collection: Collection,
  { method, index, operation }: IndexRequest,
  body: string,
  writing: IndexWriting,
): Promise<object> {
  const { id } = collection.definition;
  switch (`${method} ${operation}`) {
    case 'PUT ':
      addSearcher(collection, await writing.create(id, index, body));
      return { acknowledged: true, shards_acknowledged: true, index };
    case 'POST _bulk': {
      const began = performance.now();
      const items = await writing.bulk(id, index, body);
      const errors = items.some((item) => item.index?.error !== undefined);
      return { took: Math.round(performance.now() - began), errors, items };
    }
    case 'POST _search': {
      const found = collection.searchers.get(index);
      if (!found) throw indexNotFound(index);
      return found.searcher.search(readSearch(found.index, parseJson(body)));
    }
    default:
      throw notServed(method, `/${index}${operation && `/${operation}`}`);
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, body: Buffer) => Promise<Answer>,
): Promise<void> {
  try {
    const body = await bodyOf(request);
    const { status, body: answered, headers } = await answer(request, body).catch(refusal);
    const text = JSON.stringify(answered);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    });
    response.end(text);
  } catch {
    // The client disconnected before its request was complete.
    response.destroy();
  }
}

function refusal(error: unknown): Answer {
  // AWS gives no reason. Here the header has it, in which AWS has a short code.
  if (error instanceof Forbidden)
    return { status: 403, body: forbiddenBody(), headers: { 'x-aoss-response-hint': error.message } };
  if (error instanceof OpenSearchError) return { status: error.status, body: errorBody(error) };
  if (!isDamage(error)) console.error(error);
  const failed = new OpenSearchError(500, 'exception', 'The local host could not use the index');
  return { status: 500, body: errorBody(failed) };
}
