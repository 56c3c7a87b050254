import { filesOrigin } from '../../files/origin.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo } from '../../presentation/links.ts';
import { html, trusted } from '../../text/html.ts';
import { language } from '../../words/words.ts';
import { icon, pageHeaders } from '../layout.ts';
import { consoleManifest, fileLink } from './files.ts';
import { plainDocumentPath, plainPath } from './plain/pages.ts';
import { wordsForPlain } from './plain/words.ts';

/** Returns a Content-Security-Policy that allows the scripts and styles of the service, and files in the stage's bucket. */
const contentSecurityPolicy = (): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${filesOrigin()}`,
    `connect-src 'self' ${filesOrigin()}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Returns the address of the plain page that corresponds to an address of the console. */
const plainAddressOf = (path: string): string => {
  const [, id] = /^documents\/(doc_\w+)$/.exec(path) ?? [];
  return id === undefined ? plainPath : plainDocumentPath(id);
};

/** Returns the page in which the console runs. The page is the same for everybody. The application reads everything else from the API. */
export async function consoleShell(path: string): Promise<HttpResponse> {
  const { script, imported, style, words } = consoleManifest();
  const shown = language();
  const { text } = await wordsForPlain();
  return {
    statusCode: 200,
    headers: {
      ...pageHeaders(),
      'Content-Security-Policy': contentSecurityPolicy(),
      'Content-Language': shown,
      'X-Robots-Tag': 'noindex',
    },
    body: html`<!doctype html>
<html lang="${shown}" data-prefix="${linkTo('')}">
<head>
<meta charset="utf-8">
<title>Document Governance</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:image/svg+xml,${trusted(icon)}">
<link rel="stylesheet" href="${fileLink(style)}">
${[...imported, words[shown] ?? ''].map((name) => html`<link rel="modulepreload" href="${fileLink(name)}">`)}
<link rel="preload" href="${linkTo('/v1/me')}" as="fetch" crossorigin>
<noscript><meta http-equiv="refresh" content="0; url=${linkTo(plainAddressOf(path))}"></noscript>
<script type="module" src="${fileLink(script)}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p class="no-script"><a href="${linkTo(plainAddressOf(path))}">${text('plain.without')}</a></p></noscript>
</body>
</html>`.markup,
  };
}
