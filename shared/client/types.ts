import type { OperationId, Operations } from './operations.ts';
import type { Progress } from './progress.ts';

export type { OperationId, Operations } from './operations.ts';
export type {
  Document,
  DocumentPolicy,
  Group,
  GroupEntry,
  Organization,
  OrganizationMember,
  Version,
  WebhookEndpoint,
} from './resources.ts';

export interface ClientOptions {
  /** The service's URL, without `/v1`. */
  readonly baseUrl: string;
  /** Pages on the service's own origin omit it and use the session cookie. */
  readonly apiKey?: string | undefined;
  /** The number of times that a request is sent again after 429, 5xx, or no answer. Default: 3 */
  readonly maxRetries?: number | undefined;
  /**
   * The time limit of an attempt until its answer is read; each 100,000 bytes of a file add a second. Default: 30 seconds, because API
   * Gateway ends a request after 29
   */
  readonly timeoutMilliseconds?: number | undefined;
  /** Sends the requests. Default: the global `fetch` */
  readonly fetch?: typeof fetch | undefined;
  /** Receives each response, also those after which a request is sent again. It must not read the body. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The `Idempotency-Key` of a POST. Pass your own key to repeat the POST later. Default: a new key for each call */
  readonly idempotencyKey?: string | undefined;
  /** Changes the resource only if it still has this `ETag`; otherwise the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
  /** The `ETag` that the caller has: if it is still current, the call fails with status 304. */
  readonly ifNoneMatch?: string | undefined;
  /** For service staff: the organization to act in. */
  readonly organizationId?: `org_${string}` | undefined;
  /** Receives the progress of an upload. The progress starts over when a request is sent again. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Headers that are added to the client's own headers, or replace them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The arguments of a method; the input is optional if all its members are. */
type Arguments<Input> = [...(object extends Input ? [input?: Input] : [input: Input]), options?: CallOptions];

/** The items of a list, under any name. */
type ItemOf<Output> = {
  [Name in keyof Output]: Output[Name] extends readonly (infer Item)[] ? Item : never;
}[keyof Output];

interface ListMethod<Input, Output> {
  /** Returns every item of the list from `cursor` on. Requests the next page when a page is used up. */
  all(...given: Arguments<Input>): AsyncGenerator<ItemOf<Output>, void, undefined>;
}

interface Method<Input, Output> {
  /** Throws `ApiError`, or the signal's reason when the signal is aborted. */
  (...given: Arguments<Input>): Promise<Output>;
  /** Also returns the status and headers, such as `ETag`; the response's body is read already. */
  withResponse(...given: Arguments<Input>): Promise<{ readonly data: Output; readonly response: Response }>;
}

/** A method for each operation, and `downloadVersion`. */
export type Client = OperationMethods & {
  /**
   * Returns the PDF of a version as a stream. While the service makes the reader's copy, it waits and asks again; `signal` can end that.
   * Throws `ApiError`, or the signal's reason when the signal is aborted; so does the stream.
   */
  downloadVersion(
    input: Operations['getDocumentVersionDownload']['input'],
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
};

export type OperationMethods = {
  readonly [Id in OperationId]: Method<Operations[Id]['input'], Operations[Id]['output']> &
    (Id extends `list${string}` ? ListMethod<Operations[Id]['input'], Operations[Id]['output']> : unknown);
};
