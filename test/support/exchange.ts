import { expect } from 'vitest';
import { ApiError } from '../../shared/client/index.ts';
import { untypedClient } from '../../shared/client/untyped.ts';
import { maxUploadBytes } from '../../shared/contract/limits.ts';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { tableOfContents } from '../../shared/contract/tableOfContents.ts';
import type { CallRequest, Credentials } from './callRequest.ts';

/** Longer than any test, so that a slow machine causes no failure. */
const timeoutMilliseconds = 600_000;

/** A response with the text of its body. */
export interface Exchange {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request with the typed client that users have. Requests that this client cannot make are sent with `fetch`: malformed bodies,
 * paths of other routes, a missing body.
 */
export async function exchange(
  credentials: Credentials,
  contract: OperationContract,
  request: CallRequest,
): Promise<Exchange> {
  const input = inputOf(contract, request);
  return input ? askClient(credentials, contract, request, input) : sendRaw(credentials, contract, request);
}

type Input = Readonly<Record<string, unknown>>;

/** Returns the input of the client's method for a request; undefined when the method cannot make the request. */
function inputOf(contract: OperationContract, { path = {}, query = {}, ...bodies }: CallRequest) {
  const [method, template] = tableOfContents[contract.id];
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const body = bodyFieldsOf(contract, bodies);
  const inQuery = Object.keys(query).length > 0;
  const cannot =
    body === undefined ||
    contract.method !== method ||
    contract.path !== template ||
    names.some((name) => /^\.{0,2}$/.test(path[name] ?? '') || name in body || name in query) ||
    (inQuery && method !== 'GET' && method !== 'DELETE');
  if (cannot) return undefined;
  return { ...Object.fromEntries(names.map((name) => [name, path[name]])), ...query, ...body };
}

/** Returns the fields of a body as the client takes them; undefined when the client would send another body. */
function bodyFieldsOf({ body }: OperationContract, { json, form, raw }: CallRequest): Input | undefined {
  const given = [json, form, raw].filter((one) => one !== undefined);
  if (body === null) return given.length === 0 ? {} : undefined;
  if (raw !== undefined || given.length !== 1) return undefined;
  if (body.kind === 'json') return isObject(json) ? json : undefined;
  if (!form) return undefined;
  const entries = [...form];
  const fields = Object.fromEntries(entries);
  const isOneOfEach = Object.keys(fields).length === entries.length;
  const file = fields[body.file];
  return isOneOfEach && file instanceof File && file.size <= maxUploadBytes ? fields : undefined;
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls the client's method, and compares its result with the response that was received. */
async function askClient(
  credentials: Credentials,
  { id }: OperationContract,
  request: CallRequest,
  input: Input,
): Promise<Exchange> {
  let came: Exchange | undefined;
  const client = untypedClient({
    baseUrl: credentials.base_url,
    apiKey: apiKeyOf(credentials, request),
    maxRetries: 0,
    timeoutMilliseconds,
    fetch: async (url, init) => {
      const sent = new Headers(init?.headers);
      if (!repeats(request)) sent.delete('Idempotency-Key');
      const response = await fetch(url, { ...init, headers: sent });
      came = { response, text: await response.clone().text() };
      return response;
    },
  });
  const outcome = await client[id]
    .withResponse(input, { headers: headersOf(credentials, request) })
    .catch((error: unknown) => error);
  if (!came) throw outcome;
  const body = came.text === '' ? undefined : JSON.parse(came.text);
  const { status, headers } = came.response;
  if (came.response.ok) {
    expect(outcome).toEqual({ data: body, response: came.response });
  } else {
    const seconds = headers.get('retry-after');
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({
      status,
      code: headers.get('x-error-code'),
      param: body?.error?.param ?? null,
      requestId: headers.get('x-request-id'),
      retryAfter: seconds === null ? null : Number(seconds),
      errors: body?.errors ?? [],
    });
  }
  return came;
}

/**
 * The client adds an `Idempotency-Key` to each POST. Only tests about these keys send one, so requests without it are sent with
 * `fetch`.
 */
const repeats = ({ headers }: CallRequest): boolean => new Headers(headers).has('Idempotency-Key');

async function sendRaw(
  credentials: Credentials,
  contract: OperationContract,
  request: CallRequest,
): Promise<Exchange> {
  const { json, form, raw } = request;
  const apiKey = apiKeyOf(credentials, request);
  const body = json === undefined ? (form ?? raw) : JSON.stringify(json);
  const response = await fetch(urlOf(credentials.base_url, contract, request), {
    method: contract.method,
    headers: {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headersOf(credentials, request),
    },
    ...(body !== undefined && { body }),
  });
  return { response, text: await response.text() };
}

function urlOf(baseUrl: string, contract: OperationContract, { path = {}, query = {} }: CallRequest): string {
  const filled = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return baseUrl + filled + (search && `?${search}`);
}

/** A request with a session has no API key, unless `as` names one. */
const apiKeyOf = (
  { api_keys }: Credentials,
  { session, as = session ? null : 'owner' }: CallRequest,
): string | undefined => (as ? api_keys[as] : undefined);

const headersOf = (
  { session_cookies }: Credentials,
  { session, headers }: CallRequest,
): Record<string, string> => ({ ...(session && { Cookie: session_cookies[session] }), ...headers });
