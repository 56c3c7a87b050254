import type { HttpResponse } from '../http/response.ts';
import { html } from './html.ts';
import { htmlResponse } from './layout.ts';

export interface Message {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** A page that says one thing: an error, or that there is nothing to see. */
export const messagePage = ({ status, title, text }: Message): HttpResponse =>
  htmlResponse({ status, title, isIndexed: false, main: html`<h1>${title}</h1><p>${text}</p>` });
