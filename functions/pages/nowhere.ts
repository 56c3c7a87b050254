import { ApiError } from '../../shared/access/errors.ts';
import { errorCodeHeader, errorCodes } from '../../shared/contract/errorCodes.ts';
import { pages } from '../../shared/contract/pages.ts';
import { prefers } from '../../shared/http/acceptHeader.ts';
import { emptyPart, inBothFormats, noSuchRoute, readableErrors } from '../../shared/http/bothFormats.ts';
import { type HttpResponse, json } from '../../shared/http/response.ts';
import { varying } from '../../shared/pages/jsonOrPage.ts';
import { sessionOf } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { linkTo } from '../../shared/presentation/links.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { html } from '../../shared/text/html.ts';
import { t } from '../../shared/words/words.ts';

const corsOrigins = environment('corsOrigins');

export const handler = page(
  pages.nowhere,
  async (request) => {
    if (!isForBrowser(request)) {
      const { code, message } = request.address.includes('//') ? emptyPart : noSuchRoute;
      throw new ApiError(code, message);
    }
    return nowherePage(request);
  },
  (error, request) => (isForBrowser(request) ? undefined : inJson(error)),
);

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
