import { createHash } from 'node:crypto';
import type { Principal } from '../access/principal.ts';
import { pages } from '../contract/pages.ts';
import type { HttpResponse } from '../http/response.ts';
import { baseUrl, linkTo, signInPath } from '../presentation/links.ts';
import { environment } from '../runtime/environment.ts';
import { type Html, html, trusted } from '../text/html.ts';
import { language, t } from '../words/words.ts';
import { phrase } from './phrase.ts';
import { styleSheet } from './style.ts';

const operatorName = environment('operatorName');
const helpUrl = environment('helpUrl');
const privacyUrl = environment('privacyUrl');
const imprintUrl = environment('imprintUrl');

/** The visitor of a page, for its header. */
export type Session =
  | {
      readonly signedInAs: string;
      /** True for a member of an organization. The footer has a link to the API reference for members. Default: false */
      readonly isMember?: boolean;
    }
  /** The path of the service to come back to after signing in. */
  | { readonly signInFrom: string };

/** A script that may send requests to the service, and start the thread that reads PDFs. */
interface DocumentScript {
  /** The path of the script, with the service's prefix. */
  readonly file: string;
  /** The one other origin that the script reads. */
  readonly reads: string | undefined;
}

export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly main: Html;
  /** Search engines may show the page. */
  readonly isIndexed: boolean;
  /** The path by which people get to the page, without the service's prefix. Printed pages show it. */
  readonly address: string;
  /** The words of the skip link. Default: to the content */
  readonly skip?: string;
  /** Default: the header shows no session */
  readonly session?: Session | undefined;
  /** A style sheet in addition to the one for all pages. Default: none */
  readonly style?: string | undefined;
  /** A small script of the service that the page loads: its path, with the service's prefix. Default: none */
  readonly scriptFile?: string | undefined;
  /** The script of a page with a document. Default: none */
  readonly script?: DocumentScript | undefined;
  /** Further elements of the head. */
  readonly head?: Html;
  /** The one other origin that the page may embed. Default: none */
  readonly embedded?: string | undefined;
  /** The one other origin that pictures in the page come from. Default: none */
  readonly images?: string | undefined;
  /** The seconds after which browsers load the page again. Default: never */
  readonly refreshSeconds?: number | undefined;
  /** The path that browsers load then, with the service's prefix. Default: the path of the page */
  readonly refreshTo?: string;
}

/** Returns the session of a caller, for the header. */
export const sessionOf = ({ user, role }: Pick<Principal, 'user' | 'role'>): Session => ({
  signedInAs: user.name,
  isMember: role !== null,
});

/** The icon shows a page with the accent line of entry pages. */
export const icon =
  "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='2' width='12' height='16' rx='1.5' " +
  "fill='%231a4a78'/%3E%3Cpath d='M5 5h3M5 8h6M5 11h6' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

const styleElement = (sheet: string): Html => html`<style>${trusted(sheet)}</style>`;
const hashOf = (sheet: string): string => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
const styleHash = hashOf(styleSheet);

/**
 * Returns a Content-Security-Policy that forbids framing, and scripts except for the page's own. Content may come only from the given origins, and forms go only to
 * the service.
 */
const contentSecurityPolicy = ({ embedded, images, style, script, scriptFile }: Page): string =>
  [
    "default-src 'none'",
    `style-src ${style === undefined ? styleHash : `${styleHash} ${hashOf(style)}`}`,
    ...(script === undefined ? [] : scriptPolicy(script)),
    ...(scriptFile === undefined ? [] : ["script-src 'self'"]),
    // Picture URLs of this service redirect to the other origin.
    `img-src data:${images ? ` 'self' ${images}` : ''}`,
    ...(embedded ? [`frame-src ${embedded}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The decoders of the library that draws PDFs are WebAssembly. Text never becomes script, and the only address that does later is the worker's. */
const scriptPolicy = ({ reads }: DocumentScript): string[] => [
  ...(reads === undefined
    ? ["script-src 'self'", "connect-src 'self'"]
    : ["script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", `connect-src 'self' ${reads}`]),
  "require-trusted-types-for 'script'",
  'trusted-types viewer',
];

/** The pages and the embedded PDFs need none of these features. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers would hide the origin of forms from the service itself (Fetch, "append a request `Origin` header").
  // Signing out would then look like a request from another site.
  'Referrer-Policy': 'same-origin',
};

const refreshOf = ({ refreshSeconds, refreshTo }: Page) =>
  refreshSeconds !== undefined && {
    Refresh: `${refreshSeconds}${refreshTo === undefined ? '' : `; url=${refreshTo}`}`,
  };

/** Returns the headers that all pages have. */
export const pageHeaders = (): Record<string, string> => ({
  ...securityHeaders,
  // Only localhost uses plain HTTP, and browsers ignore this header over plain HTTP.
  ...(baseUrl().startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  'Content-Type': 'text/html; charset=utf-8',
  'Permissions-Policy': permissionsPolicy,
});

/** Returns a whole page with the headers of all pages. */
export function htmlResponse(page: Page): HttpResponse {
  const { status = 200, title, isIndexed, style, scriptFile, script } = page;
  return {
    statusCode: status,
    headers: {
      ...pageHeaders(),
      'Content-Security-Policy': contentSecurityPolicy(page),
      'Content-Language': language(),
      Vary: 'Accept',
      ...(!isIndexed && { 'X-Robots-Tag': 'noindex' }),
      ...refreshOf(page),
    },
    body: html`<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!isIndexed && html`<meta name="robots" content="noindex">`}
${page.head}
<link rel="icon" href="data:image/svg+xml,${trusted(icon)}">
${styleElement(styleSheet)}${style !== undefined && styleElement(style)}
${scriptFile !== undefined && html`<script src="${scriptFile}" defer></script>\n`}${script !== undefined && html`<script src="${script.file}" type="module"></script>\n`}</head>
<body>
<a class="skip" href="#main">${page.skip ?? t('frame.skipToContent')}</a>
${header(page.session)}
<main id="main" tabindex="-1">
${page.main}
<p class="address">${baseUrl() + page.address}</p>
</main>
${footer(page.session)}
</body>
</html>`.markup,
  };
}

const header = (session: Session | undefined): Html => html`<header class="bar">
<p class="service"><a href="${linkTo(pages.home.path)}">Document Governance</a></p>
${session && ('signedInAs' in session ? signedIn(session.signedInAs) : signedOut(session.signInFrom))}
</header>`;

/**
 * Returns the footer, with the operator's name and links if the stage's settings have them. Only members get the link to the API reference.
 */
function footer(session: Session | undefined): Html {
  const link = (url: string, text: string) =>
    url !== '' && html`<a class="quiet" href="${url}">${text}</a>\n`;
  const isMember = session && 'signedInAs' in session && session.isMember;
  return html`<footer class="foot">
${link(linkTo(pages.home.path), 'Document Governance')}${operatorName() !== '' && html`<span class="operator">${phrase('frame.operatedBy', { name: html`<bdi>${operatorName()}</bdi>` })}</span>\n`}${link(helpUrl(), t('frame.help'))}${link(privacyUrl(), t('frame.privacy'))}${link(imprintUrl(), t('frame.imprint'))}${isMember && link(linkTo(pages.reference.path), t('frame.reference'))}</footer>`;
}

const signedIn = (
  name: string,
): Html => html`<form class="session" method="post" action="${linkTo(pages.signOut.path)}">
<span class="who"><span class="hidden">${t('frame.signedInAs')}</span><bdi>${name}</bdi></span>
<button class="quiet">${t('frame.signOut')}</button>
</form>`;

const signedOut = (from: string): Html =>
  html`<nav class="session" aria-label="${t('frame.account')}"><a class="quiet" href="${linkTo(signInPath(from))}">${t('frame.signIn')}</a></nav>`;

/** Returns a redirect (303). `cookies` are whole Set-Cookie values. */
export const redirect = (location: string, cookies: readonly string[] = []) => ({
  statusCode: 303,
  headers: { ...securityHeaders, Location: location },
  multiValueHeaders: { 'Set-Cookie': [...cookies] },
  body: '',
});
