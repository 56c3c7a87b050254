import { baseUrl } from '../../../presentation/links.ts';
import type { PageRequest } from '../../page.ts';

/** A request of the API in the name of the person who asked for a page. */
export interface ApiRequest {
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: `/v1/${string}`;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of the API, or the message with which it refused the request. */
export type ApiAnswer =
  // biome-ignore lint/suspicious/noExplicitAny: the contract says what an operation answers
  | { readonly data: any; readonly tag: string; readonly refusal?: undefined }
  | { readonly refusal: { readonly status: number; readonly message: string } };

/** The message in the service's two formats of errors. */
interface ErrorBody {
  readonly error?: { readonly message?: string };
  readonly detail?: string;
}

/** API Gateway ends a request after 29 seconds, and so the request for the page. */
const timeoutMilliseconds = 25_000;

/**
 * Sends a request to the API of this stage, with the session of the person. So plain pages have exactly the rights and the rules of the API,
 * and need no grants of their own.
 */
export async function ask(
  { headers }: Pick<PageRequest, 'headers'>,
  { method, path, body, headers: more }: ApiRequest,
): Promise<ApiAnswer> {
  const response = await fetch(baseUrl() + path, {
    method: method ?? 'GET',
    headers: { Cookie: headers.cookie ?? '', Origin: new URL(baseUrl()).origin, ...more },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  const data: unknown = await response.json();
  if (response.ok) return { data, tag: response.headers.get('etag') ?? '' };
  const { error, detail }: ErrorBody = Object(data);
  return { refusal: { status: response.status, message: error?.message ?? detail ?? '' } };
}

export const askWithJson = (
  request: Pick<PageRequest, 'headers'>,
  { headers, ...rest }: ApiRequest,
  content: object,
): Promise<ApiAnswer> =>
  ask(request, {
    ...rest,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
