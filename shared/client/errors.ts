import { type ErrorCode, errorCodeHeader, type ProblemCode } from '../contract/errorCodes.ts';
import { retryAfterSeconds } from './retry.ts';

/** One of the issues in a 422 answer. */
export interface Issue {
  /** Such as `body.url`. */
  readonly location: string;
  readonly message: string;
  readonly value: unknown;
}

/** The members of an error's body in the service's two formats. */
interface ErrorBody {
  readonly error?: { readonly message?: string; readonly code?: ErrorCode; readonly param?: string | null };
  readonly detail?: string;
  readonly errors?: readonly Issue[];
}

/** A request that failed after all retries. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The code of `X-Error-Code`; null when something other than the service answered, or no answer came. */
  readonly code: ErrorCode | ProblemCode | null;
  /** The invalid parameter, if there is one. */
  readonly param: string | null;
  /** The id of the request in the service's logs. */
  readonly requestId: string | null;
  /** The seconds that the service asks to wait. */
  readonly retryAfter: number | null;
  /** All issues in a 422 answer; empty for other answers. */
  readonly errors: readonly Issue[];

  /** `response`: undefined if there was none; `text`: its body, or a description of the failure. */
  constructor(response: Response | undefined, text: string, options?: ErrorOptions) {
    const { error, detail, errors = [] } = response ? bodyOf(text) : {};
    super(error?.message ?? detail ?? (response ? `HTTP ${response.status}` : text), options);
    this.status = response?.status ?? 0;
    // An older service does not send this header. It has the code in the body, except in the problem format.
    this.code =
      (response?.headers.get(errorCodeHeader) as ErrorCode | ProblemCode | null) ?? error?.code ?? null;
    this.param = error?.param ?? null;
    this.requestId = response?.headers.get('x-request-id') ?? null;
    this.retryAfter = retryAfterSeconds(response?.headers.get('retry-after') ?? null, Date.now());
    this.errors = errors;
  }
}

/**
 * A request without an answer, or with an incomplete answer; `cause` has the reason. The service may or may not have carried out the
 * request.
 */
export class ConnectionError extends ApiError {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(undefined, `No answer came: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Accepts any body, because a proxy may answer instead of the service. */
function bodyOf(text: string): ErrorBody {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
