import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BucketRequest } from './access.ts';
import { escapeXml, noSuchKey, noSuchVersion, S3Error } from './errors.ts';
import type { ObjectInfo } from './objectInfo.ts';
import { type ObjectStore, smallBytes } from './objectStore.ts';
import { uploadedContent } from './payload.ts';

/** One authenticated request to a bucket that exists. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly store: ObjectStore;
  storeOf(bucket: string): ObjectStore | undefined;
}

type Operation = (exchange: Exchange) => Promise<void>;

/** Query parameters that change the response headers or the signing, not the operation. */
const modifiers =
  /^(x-id|x-amz-.*|response-(cache-control|content-(disposition|encoding|language|type)|expires))$/i;

export function operationFor({ method, key, query, headers }: BucketRequest): Operation | undefined {
  if (key === '') {
    if (method === 'HEAD') return headBucket;
    if (method === 'GET' && query.has('versions')) return listVersions;
    return method === 'GET' && query.get('list-type') === '2' ? listObjects : undefined;
  }
  const isRead = method === 'GET' || method === 'HEAD';
  if (![...query.keys()].every((name) => modifiers.test(name) || (isRead && name === 'versionId')))
    return undefined;
  if (method === 'PUT') return 'x-amz-copy-source' in headers ? copyObject : putObject;
  if (isRead) return getObject;
  return method === 'DELETE' ? deleteObject : undefined;
}

const headBucket: Operation = async ({ response }) => {
  response.writeHead(200).end();
};

const putObject: Operation = async ({ request, response, store, key }) => {
  const staged = await store.stage(
    key,
    uploadedContent(request),
    storedHeaders(request.headers),
    asksForSha256(request.headers),
  );
  try {
    // Preconditions are checked after the content has arrived and directly before `show`, so that no other write comes in between.
    checkWritePreconditions(request.headers, store.find(key));
  } catch (error) {
    store.discard(staged);
    throw error;
  }
  await store.show(staged);
  response.setHeaders(versionHeader(store, staged.info));
  response.writeHead(200, { ETag: staged.info.etag }).end();
};

const copyObject: Operation = async ({ request, response, store, storeOf, key }) => {
  const [path = '', versionId] = String(request.headers['x-amz-copy-source']).split('?versionId=');
  const source = decodeURIComponent(path).replace(/^\//, '');
  const slash = source.indexOf('/');
  const sourceStore = storeOf(source.slice(0, slash));
  const original = sourceStore && findIn(sourceStore, source.slice(slash + 1), versionId);
  if (!sourceStore || !original) throw noSuchKey();
  const match = request.headers['x-amz-copy-source-if-match'];
  if (match && !lists(String(match), original.etag)) throw preconditionFailed();
  request.resume();
  const replace = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  const headers = replace ? storedHeaders(request.headers) : original.headers;
  const from = { store: sourceStore, info: original };
  const copy = await store.stageCopy(key, from, headers, asksForSha256(request.headers));
  await store.show(copy);
  response.setHeaders(versionHeader(store, copy.info));
  sendXml(
    response,
    `<CopyObjectResult><LastModified>${new Date(copy.info.modifiedAt).toISOString()}</LastModified>` +
      `<ETag>${escapeXml(copy.info.etag)}</ETag></CopyObjectResult>`,
  );
};

const getObject: Operation = async ({ request, response, store, key, query }) => {
  const versionId = query.get('versionId') ?? undefined;
  const object = findIn(store, key, versionId);
  if (!object) throw versionId === undefined ? noSuchKey() : noSuchVersion();
  const { etag, modifiedAt, size } = object;
  const match = request.headers['if-match'];
  if (match && !lists(match, etag)) throw preconditionFailed();

  response.setHeaders(new Map(Object.entries(object.headers)));
  response.setHeader('ETag', etag);
  response.setHeader('Last-Modified', new Date(modifiedAt).toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeaders(versionHeader(store, object));
  if (notModified(request.headers, object)) {
    response.writeHead(304).end();
    return;
  }
  for (const [name, value] of query)
    if (name.startsWith('response-')) response.setHeader(name.slice('response-'.length), value);

  const range = readRange(request.headers.range, size);
  response.statusCode = range ? 206 : 200;
  // A range gets no checksum, because the stored checksum covers the whole object, and clients would compare it with the range.
  if (!range && object.sha256 !== undefined && asksForChecksums(request.headers, query))
    response.setHeader('x-amz-checksum-sha256', object.sha256);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (request.method === 'HEAD') response.end();
  else if (size <= smallBytes && !range) response.end(store.readWhole(object));
  else await pipeline(store.read(object, range), response);
};

/**
 * Reads a Range header with one range of bytes (RFC 9110, section 14.1.2). The range includes both ends. Undefined for the whole
 * content, and for a malformed header. Throws an S3Error for a range beyond the content.
 */
function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || (first === '' && Number(last) === 0))
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}

const deleteObject: Operation = async ({ response, store, key }) => {
  await store.remove(key);
  response.writeHead(204).end();
};

const listObjects: Operation = async ({ response, store, bucket, query }) => {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const matching = store.list(prefix, after, limit + 1);
  const page = matching.slice(0, limit);
  const last = matching.length > limit ? page.at(-1) : undefined;
  const contents = page.map(
    ({ key, size, etag, modifiedAt }) =>
      `<Contents><Key>${escapeXml(key)}</Key><Size>${size}</Size><ETag>${escapeXml(etag)}</ETag>` +
      `<LastModified>${new Date(modifiedAt).toISOString()}</LastModified></Contents>`,
  );
  sendXml(
    response,
    `<ListBucketResult><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix>` +
      `<KeyCount>${page.length}</KeyCount><IsTruncated>${last !== undefined}</IsTruncated>` +
      `${last ? `<NextContinuationToken>${escapeXml(last.key)}</NextContinuationToken>` : ''}` +
      `${contents.join('')}</ListBucketResult>`,
  );
};

/** Lists all versions at once and ignores `max-keys`, because there are few versions and clients accept any number. */
const listVersions: Operation = async ({ response, store, bucket, query }) => {
  const prefix = query.get('prefix') ?? '';
  const entries = store
    .listVersions(prefix)
    .map(({ key, file, size, etag, modifiedAt, isLatest, isMarker }) => {
      const element = isMarker ? 'DeleteMarker' : 'Version';
      return (
        `<${element}><Key>${escapeXml(key)}</Key><VersionId>${file}</VersionId><IsLatest>${isLatest}</IsLatest>` +
        `<LastModified>${new Date(modifiedAt).toISOString()}</LastModified>` +
        `${isMarker ? '' : `<ETag>${escapeXml(etag)}</ETag><Size>${size}</Size>`}</${element}>`
      );
    });
  sendXml(
    response,
    `<ListVersionsResult><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix>` +
      `<IsTruncated>false</IsTruncated>${entries.join('')}</ListVersionsResult>`,
  );
};

const findIn = (store: ObjectStore, key: string, versionId: string | undefined): ObjectInfo | undefined =>
  versionId === undefined ? store.find(key) : store.findVersion(key, versionId);

const versionHeader = (store: ObjectStore, { file }: ObjectInfo): Map<string, string> =>
  new Map(store.isVersioned ? [['x-amz-version-id', file]] : []);

/** SHA-256 is the only checksum that this S3 stores with objects. */
const asksForSha256 = (headers: IncomingHttpHeaders): boolean =>
  'x-amz-checksum-sha256' in headers ||
  headers['x-amz-trailer'] === 'x-amz-checksum-sha256' ||
  headers['x-amz-checksum-algorithm'] === 'SHA256';

const asksForChecksums = (headers: IncomingHttpHeaders, query: URLSearchParams): boolean =>
  (headers['x-amz-checksum-mode'] ?? query.get('x-amz-checksum-mode')) === 'ENABLED';

const storedHeaderNames =
  /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.*)$/;

function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored = Object.entries(headers)
    .filter(([name]) => storedHeaderNames.test(name))
    .map(([name, value]) => [name, String(value)] as const);
  const encoding = String(headers['content-encoding'] ?? '').replace(/\s*aws-chunked,?\s*/, '');
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(stored),
    ...(encoding !== '' && { 'content-encoding': encoding }),
  };
}

function checkWritePreconditions(headers: IncomingHttpHeaders, current: ObjectInfo | undefined): void {
  const match = headers['if-match'];
  if (match && !current) throw noSuchKey();
  if (match && current && !lists(match, current.etag)) throw preconditionFailed();
  if (headers['if-none-match'] === '*' && current) throw preconditionFailed();
}

function notModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: ObjectInfo): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch) return lists(noneMatch, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modifiedAt / 1000) * 1000 <= since;
}

const lists = (header: string, etag: string): boolean =>
  header === '*' || header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);

const preconditionFailed = () =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold.');

function sendXml(response: ServerResponse, element: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${element}`;
  response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
