import type { Progress } from './progress.ts';
import type { shapes } from './shapes.ts';

/** What each operation takes and answers, by its id. */
export type Operations = ReturnType<typeof shapes>;
export type OperationId = keyof Operations;

export type Document = Operations['getDocument']['output'];
export type Version = Operations['getDocumentVersion']['output'];
export type DocumentPolicy = Operations['attachDocumentPolicy']['output'];
export type Organization = Operations['createOrganization']['output'];
export type OrganizationMember = Operations['listOrganizationMembers']['output']['items'][number];
export type WebhookEndpoint = Operations['listWebhooks']['output']['webhooks'][number];

export interface ClientOptions {
  /** Where the service is, without `/v1`. */
  readonly baseUrl: string;
  /** Left out by pages that the service's own origin serves: a session's cookie takes its place there. */
  readonly apiKey?: string | undefined;
  /** How often a request is sent again after 429, 5xx, or no answer. Default: 3 */
  readonly maxRetries?: number | undefined;
  /**
   * How long an attempt may take until its answer is read, for each 100,000 bytes of a file a second more. Default: 30 seconds,
   * in which API Gateway gives up too
   */
  readonly timeoutMilliseconds?: number | undefined;
  /** Sends the requests. Default: the `fetch` there is */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Stays the same when a program repeats a POST later. Default: made once for each call */
  readonly idempotencyKey?: string | undefined;
  /** Changes only what still has this `ETag`; else the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
  /** The `ETag` of what is known already: while it is still the same, the call fails with status 304. */
  readonly ifNoneMatch?: string | undefined;
  /** For service staff: the organization to act in. */
  readonly organizationId?: `org_${string}` | undefined;
  /** Is told how much of an upload is on its way. It begins again when a request is sent again. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Sent besides, or in place of the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The arguments of a method; the input may be left out where everything in it may. */
type Arguments<Input> = [...(object extends Input ? [input?: Input] : [input: Input]), options?: CallOptions];

/** What a list holds, under whatever name. */
type ItemOf<Output> = {
  [Name in keyof Output]: Output[Name] extends readonly (infer Item)[] ? Item : never;
}[keyof Output];

interface ListMethod<Input, Output> {
  /** Every item of the list from `cursor` on; the next page is asked for when the one before is used up. */
  all(...given: Arguments<Input>): AsyncGenerator<ItemOf<Output>, void, undefined>;
}

interface Method<Input, Output> {
  /** Throws `ApiError`, and the reason of the signal when that is aborted. */
  (...given: Arguments<Input>): Promise<Output>;
  /** Gives the status and headers besides, such as `ETag`; the response's body is read already. */
  withResponse(...given: Arguments<Input>): Promise<{ readonly data: Output; readonly response: Response }>;
}

/** A method for each operation. */
export type Client = {
  readonly [Id in OperationId]: Method<Operations[Id]['input'], Operations[Id]['output']> &
    (Id extends `list${string}` ? ListMethod<Operations[Id]['input'], Operations[Id]['output']> : unknown);
};
