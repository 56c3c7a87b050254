import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { ApiError } from '../access/errors.ts';
import { type Identification, isApiKey, type Principal, type RateStatus } from '../access/principal.ts';
import type { Language } from '../contract/enumerations.ts';
import type { PageContract } from '../contract/pages.ts';
import { identificationOf, networkIn } from '../http/authorizerContext.ts';
import { toApiError } from '../http/errorResponse.ts';
import { formBytes } from '../http/formBytes.ts';
import { type Headers, lowerCaseNames } from '../http/headers.ts';
import { callerForLog, subjectForLog } from '../http/logLine.ts';
import { enforceRateLimit, narrowed, rateHeaders } from '../http/rateLimit.ts';
import type { HttpResponse } from '../http/response.ts';
import { coldStart } from '../runtime/coldStart.ts';
import { log } from '../runtime/log.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import type { Answer } from './answer.ts';
import { languageOf } from './language.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import { PageError } from './pageError.ts';

export interface PageRequest {
  /** The caller in activity and logs; null if the request has no valid credential. */
  readonly caller: Principal | null;
  /**
   * The caller whose rights decide what the page shows. null without a caller, and for an API key without `document#read`: such a key opens
   * only what everybody may open.
   */
  readonly visitor: Principal | null;
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The whole path, without the service's prefix. */
  readonly address: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Names in lower case. */
  readonly headers: Headers;
  /** The fields of a submitted form. Empty for other requests, and for forms that are larger than any form of the pages. */
  readonly form: URLSearchParams;
  /** A submitted form with a file, as it came. `bytes` throws an ApiError if they are damaged. Undefined for other requests. */
  readonly multipart: { readonly type: string; readonly bytes: () => Uint8Array } | undefined;
  /** The time when the API key of the request expired, if that is why there is no caller. RFC 3339. */
  readonly expiredAt: string | undefined;
  /** True for HEAD. The answer has the headers of GET, and nothing is recorded or prepared. */
  readonly isHead: boolean;
  /** The network that the request comes from. */
  readonly network: string;
  /** The id of the request in logs and on error pages. */
  readonly requestId: string;
  /** When the function got the request, as `performance.now()` measures. */
  readonly startedAtMilliseconds: number;
  /** Allows the caller fewer requests per minute than usual, for expensive requests. Throws 429 above this limit. */
  readonly limitTo: (requests: number) => void;
}

/** Answers a request. A page with content of a document returns an `Answer`, which describes this content. */
type Handle = (request: PageRequest) => Promise<HttpResponse | Answer>;

/** Answers an error in the page's own format. Undefined if the common error page applies. */
type ErrorAnswer = (error: ApiError, request: PageRequest) => HttpResponse | undefined;

/**
 * Returns a Lambda handler for a page. Visitors need not be signed in, but a change that comes from another site is refused.
 * An error becomes a page with the request's id, unless `answerError` answers it.
 */
export const page = (contract: PageContract, handle: Handle, answerError: ErrorAnswer = () => undefined) => {
  coldStart();
  return async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const { requestId, requestTimeEpoch } = event.requestContext;
    const identification = identificationOf(event.requestContext.authorizer);
    let { rate } = identification;
    const limitTo = (requests: number) => {
      rate = narrowed(rate, requests);
      enforceRateLimit(rate, Date.now());
    };
    const request = { ...requestOf(event, identification), limitTo };
    const answered = await speak(languageFor(contract, request), () =>
      answer(contract, request, identification, handle).catch((error: unknown) => {
        const known = toApiError(error);
        if (known.code === 'internal_error') log.error('page failed', { request_id: requestId, error });
        return { response: answerError(known, request) ?? errorPage(known, request, rate), read: null };
      }),
    );
    const { response, read } = request.isHead ? withoutContent(answered) : answered;
    log.info('page', {
      page: contract.id,
      request_id: requestId,
      function_request_id: context.awsRequestId,
      ...callerForLog(identification),
      ...subjectForLog(event.pathParameters),
      ...read,
      status: response.statusCode,
      duration_ms: Date.now() - requestTimeEpoch,
    });
    return {
      ...response,
      headers: {
        ...response.headers,
        ...varyingByLanguage(contract, response),
        ...rateHeaders(rate),
        'X-Request-Id': requestId,
      },
    };
  };
};

/** The language that the person chose; otherwise the one that the browser prefers. */
const languageFor = ({ isEnglish }: PageContract, { caller, headers }: PageRequest): Language =>
  isEnglish ? 'en' : (caller?.language ?? languageOf(headers['accept-language']));

/** Keeps the languages of a page apart in caches. */
const varyingByLanguage = ({ isEnglish }: PageContract, { headers }: HttpResponse) =>
  !isEnglish && headers['Content-Type']?.startsWith('text/html') && { Vary: 'Accept, Accept-Language' };

function requestOf(
  event: APIGatewayProxyEvent,
  identification: Identification,
): Omit<PageRequest, 'limitTo'> {
  const caller = 'principal' in identification.caller ? identification.caller.principal : null;
  return {
    caller,
    visitor: caller && (!isApiKey(caller) || caller.permissions.includes('document#read')) ? caller : null,
    path: event.pathParameters ?? {},
    address: event.path,
    query: event.queryStringParameters ?? {},
    headers: lowerCaseNames(event.headers),
    form: formIn(event),
    multipart: multipartIn(event),
    expiredAt: 'rejection' in identification.caller ? identification.caller.expired_at : undefined,
    isHead: event.httpMethod === 'HEAD',
    network: networkIn(event.requestContext.authorizer),
    requestId: event.requestContext.requestId,
    startedAtMilliseconds: performance.now(),
  };
}

/**
 * The maximum length of a form. The largest one has a title and a description twice: 4,510 characters, each written as at most four bytes of
 * three characters. Of a longer form no field is read, so it is refused.
 */
const maxFormCharacters = 60_000;

function formIn({ headers, body, isBase64Encoded }: APIGatewayProxyEvent): URLSearchParams {
  const type = typeIn(headers);
  if (!body || !type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams();
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return new URLSearchParams(text.length > maxFormCharacters ? '' : text);
}

const typeIn = (headers: Headers): string =>
  (lowerCaseNames(headers)['content-type'] ?? '').trim().toLowerCase();

function multipartIn(event: APIGatewayProxyEvent): PageRequest['multipart'] {
  const type = lowerCaseNames(event.headers)['content-type'] ?? '';
  return typeIn(event.headers).startsWith('multipart/form-data')
    ? { type, bytes: () => formBytes(event) }
    : undefined;
}

async function answer(
  { fromAnywhere }: PageContract,
  request: PageRequest,
  { caller, rate }: Identification,
  handle: Handle,
): Promise<Answer> {
  enforceRateLimit(rate, Date.now());
  if (!fromAnywhere && 'rejection' in caller && caller.rejection === 'cross_site')
    throw new PageError('insufficient_permissions', 'error.otherSite');
  const answered = await handle(request);
  return 'response' in answered ? answered : { response: answered, read: null };
}

/** Returns the answer to HEAD. The URL of a file is left out: with it, somebody could read a file without a record. */
function withoutContent({ response, read }: Answer): Answer {
  const { Location, ...headers } = response.headers;
  return { response: { ...response, headers: read ? headers : response.headers, body: '' }, read: null };
}

function errorPage(
  error: ApiError,
  { address, requestId, visitor }: PageRequest,
  rate: RateStatus,
): HttpResponse {
  const text = error instanceof PageError ? t(error.key) : undefined;
  const about = { address, session: visitor ? sessionOf(visitor) : undefined };
  switch (error.code) {
    case 'rate_limit_exceeded': {
      const tooMany = messagePage({
        ...about,
        status: 429,
        title: t('error.tooMany'),
        content:
          text ??
          t('error.tooManyText', { limit: String(rate.limit), seconds: String(error.retryAfterSeconds) }),
      });
      tooMany.headers['Retry-After'] = String(error.retryAfterSeconds);
      return tooMany;
    }
    case 'insufficient_permissions':
      return messagePage({
        ...about,
        status: 403,
        title: t('error.notAllowed'),
        content: text ?? error.message,
      });
    default:
      return messagePage({
        ...about,
        status: 500,
        title: t('error.wrong'),
        content: t('error.wrongText', { id: requestId }),
      });
  }
}
