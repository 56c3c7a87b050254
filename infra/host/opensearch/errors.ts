import { randomUUID } from 'node:crypto';

/** An error as OpenSearch answers it. */
export class OpenSearchError extends Error {
  readonly status: number;
  readonly type: string;
  /** Whether OpenSearch finds the error only while it searches, and says that all shards have failed. */
  readonly isOfShards: boolean;

  constructor(status: number, type: string, reason: string, { isOfShards = false } = {}) {
    super(reason);
    this.status = status;
    this.type = type;
    this.isOfShards = isOfShards;
  }
}

/** Returns the body of an error response. */
export function errorBody({ status, type, message: reason, isOfShards }: OpenSearchError): object {
  const root_cause = [{ type, reason }];
  return isOfShards
    ? {
        error: {
          root_cause,
          type: 'search_phase_execution_exception',
          reason: 'all shards failed',
          phase: 'query',
          grouped: true,
        },
        status,
      }
    : { error: { root_cause, type, reason }, status };
}

/** The body of OpenSearch Serverless for every request that is not signed correctly or not allowed. It gives no reason. */
export const forbiddenBody = (): object => ({
  status: 403,
  'request-id': randomUUID(),
  error: { reason: '403 Forbidden', type: 'Forbidden' },
});

export const indexNotFound = (index: string) =>
  new OpenSearchError(404, 'index_not_found_exception', `no such index [${index}]`);
export const alreadyExists = (index: string) =>
  new OpenSearchError(400, 'resource_already_exists_exception', `index [${index}] already exists`);
export const illegalArgument = (reason: string) =>
  new OpenSearchError(400, 'illegal_argument_exception', reason);
/** The error of a request that OpenSearch may serve and the host does not. */
export const notServed = (method: string, path: string) =>
  illegalArgument(`The local host does not serve ${method} ${path}`);
export const unparsable = (reason: string) => new OpenSearchError(400, 'parsing_exception', reason);
/** The error of a search that OpenSearch understands and cannot carry out. */
export const shardError = (reason: string, type = 'query_shard_exception') =>
  new OpenSearchError(400, type, reason, { isOfShards: true });

/** Parses the JSON of a request. Throws an OpenSearchError. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unparsable('The body of the request is no JSON');
  }
}
