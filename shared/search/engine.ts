import * as z from 'zod/mini';
import type { Answer } from '../aws/connections.ts';
import type { Failure } from '../aws/errors.ts';
import { sender } from '../aws/send.ts';
import { settingsOf } from '../aws/settings.ts';
import { type DocumentId, documentId, versionId } from '../contract/identifiers.ts';
import { memory } from '../runtime/memory.ts';
import { collections } from './collections.ts';
import { entryId, type IndexEntry, indexName, mappings } from './entries.ts';
import type { Filter, SearchBody } from './query.ts';

/** The search engine: OpenSearch's REST API, as OpenSearch Serverless has it. */

interface EngineRequest {
  readonly endpoint: string;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: string;
  readonly contentType: string;
  /** Default: 8 s, of the 29 that API Gateway waits for two attempts */
  readonly answerMilliseconds?: number;
}

interface EngineAnswer {
  readonly body: unknown;
}

/**
 * A collection that has scaled to zero takes 10 to 30 s for its first answer (Amazon OpenSearch Service, "Scale to zero"). Searches fail
 * meanwhile, and the client repeats them. Writing waits.
 */
export const engine = sender<EngineRequest, EngineAnswer>(
  settingsOf('aoss', { maxAttempts: 2 }),
  { connectMilliseconds: 1000, answerMilliseconds: 8000 },
  {
    request: async (_operation, { endpoint, method, path, body, contentType, answerMilliseconds }) => ({
      url: new URL(endpoint),
      method,
      path,
      headers: { 'content-type': contentType },
      body,
      requestTimeout: answerMilliseconds,
    }),
    output: ({ body }) => ({ body: JSON.parse(body.toString()) }),
    failure,
  },
);

const refusal = z.object({ error: z.object({ type: z.string(), reason: z.optional(z.string()) }) });

/** Reads an error of the engine. Throws if the answer comes from something else, such as a proxy. */
function failure({ body }: Answer): Failure {
  const { error } = z.parse(refusal, JSON.parse(body.toString()));
  return { name: error.type, fields: { message: error.reason ?? error.type } };
}

const search = (endpoint: string, body: object, answerMilliseconds?: number) =>
  engine.send('Call', {
    endpoint,
    method: 'POST',
    path: `/${indexName}/_search`,
    body: JSON.stringify(body),
    contentType: json,
    ...(answerMilliseconds !== undefined && { answerMilliseconds }),
  });

const write = (endpoint: string, method: 'PUT' | 'POST', path: string, body: string, contentType: string) =>
  engine.send('Call', {
    endpoint,
    method,
    path: `/${indexName}${path}`,
    body,
    contentType,
    answerMilliseconds: patientMilliseconds,
  });

const json = 'application/json';
/** The longest that writing waits for an answer. The engine may carry out such a request until then. */
export const patientMilliseconds = 35_000;

const found = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({ document_id: documentId, version_id: versionId, page: z.int() }),
      }),
    ),
  }),
});
/** An entry that a search has found. */
export type FoundEntry = z.infer<typeof found>['hits']['hits'][number]['_source'];

/** Returns the entries that a search finds, best first. Throws if the engine does not answer. */
export async function findEntries(body: SearchBody): Promise<readonly FoundEntry[]> {
  const [endpoint = ''] = collections();
  try {
    const answer = await search(endpoint, body);
    return z.parse(found, answer.body).hits.hits.map(({ _source }) => _source);
  } catch (error) {
    // The worker makes the index with the first entry.
    if (error instanceof Error && error.name === 'index_not_found_exception') return [];
    throw error;
  }
}

const counted = z.object({ hits: z.object({ total: z.object({ value: z.int() }) }) });

/** Returns the number of entries of documents in each collection. */
export const countEntries = (documentIds: readonly DocumentId[]): Promise<number[]> =>
  count({ terms: { document_id: documentIds } });

/** Returns the number of all entries in each collection. */
export const countAllEntries = (): Promise<number[]> => count({ range: { page: { gte: 0 } } });

const count = (filter: Filter): Promise<number[]> =>
  Promise.all(
    collections().map(async (endpoint) => {
      const query = { bool: { filter: [filter] } };
      try {
        const answer = await search(
          endpoint,
          { size: 0, track_total_hits: true, query },
          patientMilliseconds,
        );
        return z.parse(counted, answer.body).hits.total.value;
      } catch (error) {
        // Nothing was written yet.
        if (error instanceof Error && error.name === 'index_not_found_exception') return 0;
        throw error;
      }
    }),
  );

/** An entry that is not in the index any more. */
export interface GoneEntry {
  readonly document_id: DocumentId;
  readonly page: number;
}

/** The largest request with entries. OpenSearch Serverless takes 10 MiB (Amazon OpenSearch Service, "Quotas"). */
const bulkMaxBytes = 5_000_000;

/** Writes entries to all collections, and removes others. Throws if one of them was not written or removed. It may be repeated. */
export async function writeEntries(
  entries: Iterable<IndexEntry>,
  gone: Iterable<GoneEntry> = [],
): Promise<void> {
  for (const endpoint of collections()) {
    await makeIndex(endpoint);
    for (const body of bulksOf(entries, gone)) {
      const answer = await write(endpoint, 'POST', '/_bulk', body, 'application/x-ndjson');
      requireWritten(answer.body);
    }
  }
}

function* bulksOf(entries: Iterable<IndexEntry>, gone: Iterable<GoneEntry>): Generator<string> {
  let [lines, bytes]: [string[], number] = [[], 0];
  for (const text of linesOf(entries, gone)) {
    const size = Buffer.byteLength(text);
    if (bytes > 0 && bytes + size > bulkMaxBytes) {
      yield lines.join('');
      [lines, bytes] = [[], 0];
    }
    lines.push(text);
    bytes += size;
  }
  if (bytes > 0) yield lines.join('');
}

function* linesOf(entries: Iterable<IndexEntry>, gone: Iterable<GoneEntry>): Generator<string> {
  for (const entry of entries) {
    const _id = entryId(entry.document_id, entry.page);
    yield `${JSON.stringify({ index: { _id } })}\n${JSON.stringify(entry)}\n`;
  }
  for (const { document_id, page } of gone)
    yield `${JSON.stringify({ delete: { _id: entryId(document_id, page) } })}\n`;
}

const outcome = z.object({ status: z.int(), error: z.optional(z.object({ type: z.string() })) });
const written = z.object({
  items: z.array(z.union([z.object({ index: outcome }), z.object({ delete: outcome })])),
});

/** An entry that is to be removed may be gone already: its status is 404, without an error. */
function requireWritten(body: unknown): void {
  for (const item of z.parse(written, body).items) {
    const { error, status } = 'index' in item ? item.index : item.delete;
    if (error) throw new Error(`The search engine refused an entry: ${status} ${error.type}`);
  }
}

const made = memory(() => new Set<string>());

/** Makes the index of a collection if it is not there. Otherwise the first entry would make one with other fields. */
async function makeIndex(endpoint: string): Promise<void> {
  if (made.current.has(endpoint)) return;
  try {
    await write(endpoint, 'PUT', '', JSON.stringify({ mappings }), json);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'resource_already_exists_exception') throw error;
  }
  made.current.add(endpoint);
}
