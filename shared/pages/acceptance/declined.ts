import type { HttpResponse } from '../../http/response.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { html } from '../html.ts';
import type { Session } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import type { PreviewQuery } from '../openDocument.ts';
import { type Subject, subject } from './subject.ts';

/** Answers a reader who declines a text. Nothing was stored. */
export const declinedPage = (document: Subject, as: PreviewQuery, session: Session): HttpResponse =>
  messagePage({
    status: 200,
    title: 'You did not accept',
    session,
    address: documentPath(document.id),
    content: [
      subject(document),
      html`<p>You did not accept the text, so the document is not shown. The service stored nothing about your decision.</p>`,
      html`<p>If you have questions about the text, ask the person who gave you the link.</p>`,
      html`<p class="actions"><a class="button" href="${linkTo(documentPath(document.id, as))}">Read the text again</a></p>`,
    ],
  });
