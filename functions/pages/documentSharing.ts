import { noSuchShare } from '../../shared/access/documents.ts';
import { ApiError } from '../../shared/access/errors.ts';
import { ownShareOf } from '../../shared/access/shares.ts';
import { endOwnShare } from '../../shared/acts/endOwnShare.ts';
import { accepted } from '../../shared/acts/refusal.ts';
import { type DocumentId, documentId, type ShareId, shareId } from '../../shared/contract/identifiers.ts';
import { pages } from '../../shared/contract/pages.ts';
import type { DocumentItem } from '../../shared/data/documents/documents.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { unauthenticated } from '../../shared/pages/askingOf.ts';
import { reportTimes } from '../../shared/pages/document/reportTimes.ts';
import { sessionOf } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { notFoundPage } from '../../shared/pages/notFound.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { documentPath, linkTo, managementPath } from '../../shared/presentation/links.ts';
import { landingPath } from '../../shared/signIn/returnTo.ts';
import { html } from '../../shared/text/html.ts';
import { t } from '../../shared/words/words.ts';

/**
 * Ends the share of a reader, or takes the seconds that the page of a reader reports. Open pages of earlier releases post forms here that
 * share the document. Those change nothing.
 */
export const handler = page(pages.documentSharing, async (request) => {
  const { data: id } = documentId.safeParse(request.path.document_id);
  if (id === undefined) return notFoundPage(request, landingPath);
  if (request.form.has('seconds')) return reportTimes(request, id);
  const end = shareId.safeParse(request.form.get('end')).data;
  if (end === undefined) return movedPage(request, id);
  try {
    return await endShare(request, id, end);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'resource_not_found') return notFoundPage(request, documentPath(id));
    if (['missing_api_key', 'invalid_api_key'].includes(error.code)) return notSignedInPage(documentPath(id));
    throw error;
  }
});

/** Ends the share that the form of its reader names. Throws 401 or 404 if there is no such share. */
async function endShare(request: PageRequest, id: DocumentId, asked: ShareId): Promise<HttpResponse> {
  const { visitor } = request;
  if (!visitor) throw unauthenticated(request);
  const find = ownShareOf(id, visitor);
  const ownShare = async (document: DocumentItem | undefined) => {
    const share = await find(document);
    return share?.id === asked ? share : undefined;
  };
  const ended = await endOwnShare({ documentId: id, ownShare, by: visitor });
  accepted(ended, { no_share: noSuchShare });
  return messagePage({
    status: 200,
    title: t('shared.ended'),
    address: documentPath(id),
    session: sessionOf(visitor),
    content: [html`<p>${t('shared.endedText')}</p>`],
  });
}

/** Says where documents are shared. The page is the same for everybody and reads nothing: the console checks who opens it. */
const movedPage = ({ visitor }: PageRequest, id: DocumentId): HttpResponse =>
  messagePage({
    status: 410,
    title: t('sharing.moved'),
    address: documentPath(id),
    session: visitor ? sessionOf(visitor) : undefined,
    content: [
      html`<p>${t('sharing.movedText')}</p>`,
      html`<p><a class="button" href="${linkTo(managementPath(id))}">${t('document.manage')}</a></p>`,
    ],
  });
