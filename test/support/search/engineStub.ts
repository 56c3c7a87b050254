import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { entryId, type IndexEntry, indexName } from '../../../shared/search/entries.ts';
import type { Filter, SearchBody } from '../../../shared/search/query.ts';
import { closed, listening } from '../receivers/listening.ts';

/**
 * A search engine in memory, which keeps the requests of searches. Tests put entries into it, also those that an index should not have any
 * more, or let the worker write them.
 */
export interface EngineStub {
  readonly url: string;
  /** The entries, by their ids. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** The number of actions in each request with entries since the last reset. */
  readonly bulks: number[];
  /** The bodies of the searches since the last reset, in their order. */
  readonly searches: SearchBody[];
  put(...entries: readonly IndexEntry[]): void;
  /** What happens to searches. `dead` cuts connections, `failing` answers 500, `silent` never answers. */
  fault: 'dead' | 'failing' | 'silent' | undefined;
  /** Forgets entries, requests and the fault. */
  reset(): void;
  close(): Promise<void>;
}

export async function engineStub(): Promise<EngineStub> {
  const entries = new Map<string, IndexEntry>();
  const server = createServer((request, response) => void answer(request, response));
  const stub: EngineStub = {
    url: `http://127.0.0.1:${await listening(server)}`,
    entries,
    bulks: [],
    searches: [],
    fault: undefined,
    put(...added) {
      for (const entry of added) entries.set(entryId(entry.document_id, entry.page), entry);
    },
    reset() {
      entries.clear();
      stub.searches.length = 0;
      stub.bulks.length = 0;
      stub.fault = undefined;
    },
    close: () => closed(server),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await text(request);
    if (request.method === 'PUT') return void response.end('{}');
    if (request.url === `/${indexName}/_bulk`) return void response.end(JSON.stringify(write(given)));
    if (request.url !== `/${indexName}/_search`) throw new Error(`unexpected request for ${request.url}`);
    const body: SearchBody = JSON.parse(given);
    if (body.size === 0) return void response.end(JSON.stringify(count(body)));
    stub.searches.push(body);
    if (stub.fault === 'dead') request.socket.destroy();
    else if (stub.fault === 'failing') {
      response.statusCode = 500;
      const reason = `broken: ${JSON.stringify(body.query)}`;
      response.end(JSON.stringify({ error: { type: 'search_phase_execution_exception', reason } }));
    } else if (stub.fault !== 'silent') {
      const hits = search(body, [...entries.values()]).map((_source) => ({ _source }));
      response.end(JSON.stringify({ hits: { hits } }));
    }
  }
  function write(lines: string): object {
    const items: object[] = [];
    for (const line of lines.split('\n').slice(0, -1)) {
      const parsed = JSON.parse(line);
      const _id = parsed.delete?._id;
      if (parsed.document_id) stub.put(parsed);
      else
        items.push(_id ? { delete: { _id, status: entries.delete(_id) ? 200 : 404 } } : withStatus(parsed));
    }
    stub.bulks.push(items.length);
    return { errors: false, items };
  }
  const count = ({ query }: SearchBody): object => {
    const found = [...entries.values()].filter((entry) => scoreOf(query, entry) !== undefined);
    return { hits: { total: { value: found.length }, hits: [] } };
  };
  return stub;
}

const withStatus = ({ index }: { readonly index: object }) => ({ index: { ...index, status: 201 } });

function search({ from, size, collapse, query }: SearchBody, entries: readonly IndexEntry[]): IndexEntry[] {
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(query, entry) }))
    .filter((one): one is { entry: IndexEntry; score: number } => one.score !== undefined)
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.entry.document_id === b.entry.document_id
          ? a.entry.page - b.entry.page
          : a.entry.document_id < b.entry.document_id
            ? 1
            : -1),
    )
    .map(({ entry }) => entry);
  const best = new Map(found.toReversed().map((entry) => [entry.document_id, entry]));
  const shown = collapse ? found.filter((entry) => best.get(entry.document_id) === entry) : found;
  return shown.slice(from, from + size);
}

type Clause = Readonly<Record<string, unknown>>;
interface Bool {
  readonly filter?: readonly (Clause | Filter)[];
  readonly must?: readonly Clause[];
  readonly should?: readonly (Clause | Filter)[];
  readonly must_not?: readonly (Clause | Filter)[];
  readonly minimum_should_match?: number;
}

/** Returns the score of an entry; undefined: it does not match. */
function scoreOf(clause: object, entry: IndexEntry): number | undefined {
  const [[kind = '', body] = []] = Object.entries(clause);
  if (kind === 'bool') return scoreOfBool(body, entry);
  if (kind === 'constant_score') return scoreOf(body.filter, entry) === undefined ? undefined : body.boost;
  const [[field = '', wanted] = []] = Object.entries<unknown>(body);
  const values = [Reflect.get(entry, field) ?? []].flat() as readonly (string | number)[];
  const tokens = isText(field) ? String(values[0] ?? '').split(' ') : values;
  return matches(kind, tokens, wanted) ? 1 : undefined;
}

const isText = (field: string): boolean => field === 'words' || field === 'title';

function scoreOfBool(
  { filter = [], must = [], should = [], must_not = [], minimum_should_match = 0 }: Bool,
  entry: IndexEntry,
): number | undefined {
  const scores = (clauses: readonly object[]) =>
    clauses.map((clause) => scoreOf(clause, entry)).filter((score) => score !== undefined);
  if (scores(filter).length < filter.length || scores(must_not).length > 0) return undefined;
  const [needed, more] = [scores(must), scores(should)];
  if (needed.length < must.length || more.length < minimum_should_match) return undefined;
  return [...needed, ...more].reduce((sum, score) => sum + score, 0);
}

function matches(kind: string, tokens: readonly (string | number)[], wanted: unknown): boolean {
  const { value = wanted, query } = Object(wanted);
  if (kind === 'term') return tokens.includes(value);
  if (kind === 'terms') return tokens.some((token) => (wanted as readonly unknown[]).includes(token));
  if (kind === 'prefix') return tokens.some((token) => String(token).startsWith(value));
  if (kind === 'range') return tokens.some((token) => isWithin(Number(token), Object(wanted)));
  const sought: readonly string[] = String(query).split(' ');
  const isOpen = kind === 'match_phrase_prefix';
  if (!isOpen && kind !== 'match_phrase') throw new Error(`unexpected clause ${kind}`);
  return tokens.some((_, at) =>
    sought.every((token, index) => {
      const there = String(tokens[at + index] ?? '');
      return isOpen && index === sought.length - 1 ? there.startsWith(token) : there === token;
    }),
  );
}

const isWithin = (
  value: number,
  { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }: Readonly<Record<string, number>>,
): boolean => value > gt && value >= gte && value < lt && value <= lte;
