import type { HttpResponse } from '../http/response.ts';
import { type Html, html } from '../text/html.ts';
import { htmlResponse, type Page, type Session } from './layout.ts';

export interface Message {
  readonly status: number;
  readonly title: string;
  /** The content below the title: the text of one paragraph, or markup. */
  readonly content: string | readonly (Html | null)[];
  /** The path at which people find the page. A printed page shows the path. */
  readonly address: string;
  /** Default: the header shows no session */
  readonly session?: Session | undefined;
  /** The look of an organization. Pages for signing in never have one. Default: that of the service */
  readonly look?: Pick<Page, 'style' | 'images'> | undefined;
}

/** Returns a page with one message, such as an error. */
export const messagePage = ({ status, title, content, address, session, look }: Message): HttpResponse =>
  htmlResponse({
    status,
    title,
    address,
    session,
    isIndexed: false,
    ...look,
    main: html`<div class="message">
<h1>${title}</h1>
${typeof content === 'string' ? html`<p>${content}</p>` : content}
</div>`,
  });
