import { ApiError } from '../access/errors.ts';
import { errorCodeHeader, errorCodes } from '../contract/errorCodes.ts';
import { pages } from '../contract/pages.ts';
import { prefers } from '../http/acceptHeader.ts';
import { emptyPart, inBothFormats, noSuchRoute, readableErrors } from '../http/bothFormats.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { linkTo } from '../presentation/links.ts';
import { environment } from '../runtime/environment.ts';
import { html } from '../text/html.ts';
import { t } from '../words/words.ts';
import { varying } from './jsonOrPage.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';

const corsOrigins = environment('corsOrigins');

/** Answers a request for an unknown address. Throws the error for clients that get no page. */
export function nowhereAnswer(request: PageRequest): HttpResponse {
  if (!isForBrowser(request)) {
    const { code, message } = request.address.includes('//') ? emptyPart : noSuchRoute;
    throw new ApiError(code, message);
  }
  return nowherePage(request);
}

/** Answers an error of such a request. */
export const nowhereError = (error: ApiError, request: PageRequest): HttpResponse | undefined =>
  isForBrowser(request) ? undefined : inJson(error);

/**
 * Returns whether a client gets a page. Only clients that prefer HTML get one, and not below /v1. Other clients are programs that look for
 * an operation.
 */
const isForBrowser = ({ path, headers }: PageRequest): boolean =>
  !`${path.proxy ?? ''}/`.startsWith('v1/') &&
  headers.accept !== undefined &&
  prefers(headers.accept, 'text/html', 'application/json');

const nowherePage = ({ visitor, address }: PageRequest): HttpResponse =>
  messagePage({
    status: 404,
    title: t('nowhere.title'),
    address,
    session: visitor ? sessionOf(visitor) : undefined,
    content: [
      html`<p>${t('nowhere.text')}</p>`,
      html`<p class="actions"><a class="button" href="${linkTo(pages.home.path)}">${t('nowhere.home')}</a></p>`,
    ],
  });

/** Answers in the same form as API Gateway for an unknown route. */
function inJson(error: ApiError): HttpResponse {
  const { code, message, retryAfterSeconds } = error;
  const response = varying(json(errorCodes[code].status, inBothFormats(code, message, retryAfterSeconds)));
  response.headers[errorCodeHeader] = code;
  if (retryAfterSeconds !== null) response.headers['Retry-After'] = String(retryAfterSeconds);
  const origins = corsOrigins()
    .split(',')
    .filter((origin) => origin !== '');
  return { ...response, headers: { ...response.headers, ...readableErrors(origins) } };
}
