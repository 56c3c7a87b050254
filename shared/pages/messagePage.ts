import type { HttpResponse } from '../http/response.ts';
import { type Html, html } from './html.ts';
import { htmlResponse, type Session } from './layout.ts';

export interface Message {
  readonly status: number;
  readonly title: string;
  /** One paragraph of text, or the markup below the title. */
  readonly content: string | readonly (Html | null)[];
  /** The path by which people get to the page. Printed pages show it. */
  readonly address: string;
  /** Default: the header shows no session */
  readonly session?: Session | undefined;
}

/** Returns a page with one message, such as an error. */
export const messagePage = ({ status, title, content, address, session }: Message): HttpResponse =>
  htmlResponse({
    status,
    title,
    address,
    session,
    isIndexed: false,
    main: html`<div class="message">
<h1>${title}</h1>
${typeof content === 'string' ? html`<p>${content}</p>` : content}
</div>`,
  });
