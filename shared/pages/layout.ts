import type { HttpResponse } from '../http/response.ts';
import { type Html, html } from './html.ts';

export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly main: Html;
  /** Whether search engines may show the page. */
  readonly isIndexed: boolean;
}

/** A whole page with the headers every page has. */
export const htmlResponse = ({ status = 200, title, main, isIndexed }: Page): HttpResponse => ({
  statusCode: status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(!isIndexed && { 'X-Robots-Tag': 'noindex' }),
  },
  body: html`<!doctype html><html lang="en"><title>${title}</title><main>${main}</main></html>`.markup,
});

/** Sends the browser elsewhere. `cookies`: whole Set-Cookie values. */
export const redirect = (location: string, cookies: readonly string[] = []) => ({
  statusCode: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  multiValueHeaders: { 'Set-Cookie': [...cookies] },
  body: '',
});
