import type { OperationId } from '../contract/tableOfContents.ts';
import { type Input, requestOf } from './request.ts';
import { type Answer, type Sending, send } from './send.ts';
import type { CallOptions, ClientOptions } from './types.ts';

/** API Gateway ends a request after 29 seconds, so a longer wait would be useless. */
const defaultTimeoutMilliseconds = 30_000;
const defaultMaxRetries = 3;

/** Calls an operation. Throws `ApiError`, or the signal's reason when the signal is aborted. */
export async function call(
  client: ClientOptions,
  id: OperationId,
  input: Input,
  options: CallOptions,
): Promise<Answer> {
  const { path, contentType, ...request } = await requestOf(id, input);
  const headers = headersOf(client, options);
  if (contentType !== null) headers.set('Content-Type', contentType);
  if (request.method === 'POST')
    headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return send(
    { ...request, url: client.baseUrl.replace(/\/+$/, '') + path, headers },
    sendingOf(client, options),
  );
}

export const sendingOf = (client: ClientOptions, { signal, onProgress }: CallOptions): Sending => ({
  fetch: client.fetch ?? fetch,
  maxRetries: client.maxRetries ?? defaultMaxRetries,
  timeoutMilliseconds: client.timeoutMilliseconds ?? defaultTimeoutMilliseconds,
  signal,
  onProgress,
  onResponse: client.onResponse,
});

const headersOf = (
  { apiKey }: ClientOptions,
  { ifMatch, ifNoneMatch, organizationId }: CallOptions,
): Headers =>
  new Headers({
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    ...(organizationId !== undefined && { 'X-Service-Organization-Id': organizationId }),
  });
