import type { HttpResponse } from '../../http/response.ts';
import { documentPath } from '../../presentation/links.ts';
import type { Content } from '../../reading/content.ts';
import type { ContentStanding } from '../../reading/standing.ts';
import { roomQuery } from '../askingOf.ts';
import { sessionOf } from '../layout.ts';
import type { PageRequest } from '../page.ts';
import { acceptedPage } from './accepted.ts';
import { declinedPage } from './declined.ts';

/**
 * Returns the page that `?show=` asks for: the acceptances, or the page for a reader who declined a text. Readers see their acceptances
 * even if the document has expired. Undefined if the request asks for neither page, or the reader may not see the page.
 */
export async function besideDocument(
  {
    loaded: { document, organization },
    decision,
    accepting,
    share,
    room,
    mayManage,
    isPreview,
  }: ContentStanding<Content>,
  request: PageRequest,
): Promise<HttpResponse | undefined> {
  const { visitor, query } = request;
  const session = visitor
    ? sessionOf(visitor)
    : { signInFrom: documentPath(document.id, { ...roomQuery(query), show: query.show }) };
  const isRefused = decision.kind === 'refused' && decision.reason !== 'expired';
  switch (query.show) {
    case 'declined':
      return decision.kind === 'acknowledge'
        ? declinedPage({ document, organization, request, isPreview, session })
        : undefined;
    case 'accepted': {
      const isManager = mayManage && !isPreview;
      const asked = {
        document,
        organization,
        accepting,
        share,
        room,
        isManager,
        after: query.accepted_after,
        session,
      };
      return isRefused ? undefined : acceptedPage(asked);
    }
    default:
      return undefined;
  }
}
