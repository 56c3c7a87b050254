import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import type { HttpResponse } from '../../http/response.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { offerAnotherAddress } from '../anotherAddress.ts';
import { keptQuery, roomQuery } from '../askingOf.ts';
import { lookOf } from '../document/look.ts';
import type { Session } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import type { PageRequest } from '../page.ts';
import { type Subject, subject } from './subject.ts';

interface Declined {
  readonly document: Subject;
  readonly organization: OrganizationItem | undefined;
  readonly request: PageRequest;
  readonly isPreview: boolean;
  readonly session: Session;
}

/** Returns the page for a reader who declines a text. Declining stores nothing. */
export async function declinedPage({
  document,
  organization,
  request,
  isPreview,
  session,
}: Declined): Promise<HttpResponse> {
  const again = documentPath(document.id, keptQuery(request, isPreview));
  return messagePage({
    status: 200,
    title: t('declined.title'),
    session,
    look: lookOf(organization),
    address: documentPath(document.id, roomQuery(request.query)),
    content: [
      subject(document, organization),
      html`<p>${t('declined.text')}</p>`,
      html`<p>${t('declined.questions')}</p>`,
      html`<p class="actions"><a class="button" href="${linkTo(again)}">${t('declined.again')}</a></p>`,
      ...(await offerAnotherAddress(request, again)),
    ],
  });
}
