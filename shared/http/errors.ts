import type { ErrorCode } from '../contract/errorCodes.ts';

/** One thing wrong with a request, and where. */
export interface Issue {
  readonly code: ErrorCode;
  /** `path.document_id`, `query.limit`, `body.title`, `header.Authorization`. */
  readonly location: string;
  /** The parameter as the client named it, or null when the request as a whole is at fault. */
  readonly param: string | null;
  /** A whole sentence for people. */
  readonly message: string;
  /** What was sent, where repeating it is harmless. */
  readonly value?: unknown;
  /** Not even of the form that the field has: as bad as a body that cannot be read. Default: false */
  readonly malformed?: boolean;
}

/**
 * What a handler throws for a request it does not carry out. Status and body follow from the code alone, at the edge
 * (`errorResponse`), in the format of the operation.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  /** Everything wrong with the request; empty when the error is not about its input. */
  readonly issues: readonly Issue[];
  /** How long to wait; for rate limits only. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    param: string | null = null,
    issues: readonly Issue[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.param = param;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** For input that failed validation; the first issue gives the envelope its code, message and param. */
export function invalidRequest(first: Issue, ...others: readonly Issue[]): ApiError {
  return new ApiError(first.code, first.message, first.param, [first, ...others]);
}

/** A missing record and one the caller may not see are the same 404, so that nobody learns which ids exist. */
export function notFound(resource: 'document' | 'version' | 'policy' | 'member', param: string): ApiError {
  return new ApiError('resource_not_found', `No such ${resource}.`, param);
}

/** The caller is known and may see the resource, but not do this. */
export function forbidden(message: string): ApiError {
  return new ApiError('insufficient_permissions', message);
}
