import { type ErrorCode, isProblemCode, type ProblemCode } from '../contract/errorCodes.ts';

/** One problem of a request, and its location. */
export interface Issue {
  readonly code: ErrorCode;
  /** The more exact code that a problem carries. Default: `code` */
  readonly problemCode?: ProblemCode | undefined;
  /** `path.document_id`, `query.limit`, `body.title`, `header.Authorization`. */
  readonly location: string;
  /** The parameter as the client named it, or null when the request as a whole is at fault. */
  readonly param: string | null;
  /** A whole sentence for people. */
  readonly message: string;
  /** The value that was sent, where repeating it is harmless. */
  readonly value?: unknown;
  /** True when the value does not have the form of the field. In the problem format, the status is then 400 and not 422. Default: false */
  readonly malformed?: boolean;
  /** True when the value is valid but cannot be applied now. In the problem format, the status is then 422. Default: false */
  readonly unprocessable?: boolean;
}

/** The error that handlers throw to refuse a request. `errorResponse` makes status and body from it, in the operation's format. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  /** All problems of the request's input; empty when the error has another cause. */
  readonly issues: readonly Issue[];
  /** The time to wait before trying again; null when waiting does not help. */
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

/** Returns the error for input that failed validation; the first issue gives the envelope its code, message and param. */
export function invalidRequest(first: Issue, ...others: readonly Issue[]): ApiError {
  return new ApiError(first.code, first.message, first.param, [first, ...others]);
}

/** Returns the error for a request that would leave an organization without an owner. */
export const lastOwner = (asked: Pick<Issue, 'location' | 'param' | 'value'>): ApiError =>
  invalidRequest({
    ...asked,
    code: 'invalid_value',
    problemCode: 'last_owner',
    message: 'This is the last owner of the organization. Promote another member to owner first.',
    unprocessable: true,
  });

/** Returns the error for an invalid value of a body field. `what` continues the message after the field's name. */
export const wrongField = (
  field: string,
  what: string,
  value?: unknown,
  code: ErrorCode | ProblemCode = 'invalid_value',
): ApiError =>
  invalidRequest({
    ...(isProblemCode(code) ? { code: 'invalid_value', problemCode: code } : { code }),
    location: `body.${field}`,
    param: field,
    message: `${field} ${what}.`,
    value,
  });

/** Returns the same 404 for a missing record and for a record that the caller may not see, so that nobody learns which ids exist. */
export function notFound(
  resource:
    | 'document'
    | 'version'
    | 'page'
    | 'policy'
    | 'reader'
    | 'session'
    | 'share'
    | 'access request'
    | 'member'
    | 'invitation'
    | 'organization'
    | 'group'
    | 'room'
    | 'entry'
    | 'item'
    | 'folder'
    | 'access entry'
    | 'webhook'
    | 'API key'
    | 'service account'
    | 'delivery',
  param: string,
): ApiError {
  return new ApiError('resource_not_found', `No such ${resource}.`, param);
}

/** Returns `found`. If it is undefined, throws the error that `missing` makes. */
export function existing<T>(found: T | undefined, missing: () => ApiError): T {
  if (found === undefined) throw missing();
  return found;
}

/** Returns the 403 for a caller who may see the resource, but may not do this. */
export function forbidden(message: string): ApiError {
  return new ApiError('insufficient_permissions', message);
}

/** Returns the 429 for a caller who may do this again after some seconds. */
export const tooEarly = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError('rate_limit_exceeded', message, null, [], retryAfterSeconds);

/** Returns the 403 for a caller who has used up a quota: `message` names the quota and its limit. */
export function quotaExceeded(message: string): ApiError {
  return new ApiError('quota_exceeded', message);
}

export const tooManyMails = () =>
  quotaExceeded('The mails of today have reached a quota. Try again tomorrow.');
