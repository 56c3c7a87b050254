import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { onTestFinished } from 'vitest';
import type { Credentials } from '../../credentials.ts';
import { Access } from '../../iam/access.ts';
import { startOpenSearch } from '../../opensearch/server.ts';

const region = 'us-east-1';
const root: Credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all kinds
  readonly body: any;
  readonly headers: Headers;
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly credentials?: Credentials;
  readonly service?: string;
}

/** Sends a signed request to a collection. `altered` changes the request after it was signed. */
export async function send(
  collection: string,
  { method = 'POST', path, body = '', credentials = root, service = 'aoss' }: Sent,
  altered: (headers: Record<string, string>, body: string) => string = (_, unchanged) => unchanged,
): Promise<Answered> {
  const url = new URL(collection + path);
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: { host: url.host, 'content-type': 'application/json' },
    body,
  });
  const sentBody = altered(headers, body);
  const response = await fetch(url, { method, headers, ...(sentBody !== '' && { body: sentBody }) });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Fields of each type. */
export const mappings = {
  dynamic: 'strict',
  properties: {
    owner: { type: 'keyword' },
    tags: { type: 'keyword' },
    size: { type: 'integer' },
    at: { type: 'long' },
    text: { type: 'text', analyzer: 'whitespace' },
    title: { type: 'text', analyzer: 'whitespace' },
  },
} as const;

export type Source = Readonly<Record<string, unknown>>;

/** Opens the local OpenSearch Serverless in this process, with two collections and an index. */
export async function openOpenSearch(directory: string, { hasIndex = true } = {}) {
  const server = await startOpenSearch({ directory, port: 0, access: new Access(root) });
  const collectionOf = (id: string) => ({
    id,
    name: `named-${id}`,
    arn: `arn:aws:aoss:${region}:000000000000:collection/${id}`,
    endpoint: `${server.endpoint}/${id}`,
  });
  const [state, otherState] = await server.provide([collectionOf('one'), collectionOf('two')]);
  const ask = (method: string, path: string, body: unknown = '') =>
    send(`${server.endpoint}/one`, {
      method,
      path,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const bulk = (lines: readonly object[], index = 'things') =>
    ask('POST', `/${index}/_bulk`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  /** Indexes sources by their ids. Undefined: deletes the entry. Searches see them afterwards. */
  const put = async (entries: Readonly<Record<string, Source | undefined>>) => {
    const answer = await bulk(
      Object.entries(entries).flatMap(([_id, source]) =>
        source ? [{ index: { _id } }, source] : [{ delete: { _id } }],
      ),
    );
    await server.refresh();
    return answer;
  };
  const search = (body: object, index = 'things') => ask('POST', `/${index}/_search`, body);
  /** Returns the ids of the entries that a query finds, sorted as asked. Default: in the order of sizes, which tests seldom set */
  const find = async (query: object, more: object = {}): Promise<string[]> => {
    const { status, body } = await search({ query, size: 1000, sort: [{ size: 'asc' }], ...more });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.hits.hits.map(({ _id }: { _id: string }) => _id);
  };
  if (hasIndex && (await search({ query: all })).status === 404) await ask('PUT', '/things', { mappings });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  return { server, state, otherState, ask, bulk, put, search, find, close };
}
export type OpenSearch = Awaited<ReturnType<typeof openOpenSearch>>;

/** Matches every entry. */
export const all = { bool: { filter: [] } };

/** Opens it for the running test. */
export async function openSearchOfTest(directory: string, options = {}): Promise<OpenSearch> {
  const opened = await openOpenSearch(directory, options);
  onTestFinished(() => opened.close());
  return opened;
}
