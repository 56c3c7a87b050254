import type { DocumentItem } from '../../data/documents.ts';
import type { Principal } from '../../http/principal.ts';
import { baseUrl } from '../../links.ts';
import { type Html, html } from '../html.ts';
import { htmlResponse } from '../layout.ts';
import type { Answer } from '../read.ts';
import type { ReadyVersion } from './file.ts';
import { excerpt } from './words.ts';

interface DocumentResponse {
  readonly document: DocumentItem;
  /** The version that is shown; null: none can be read yet. */
  readonly ready: ReadyVersion | null;
  readonly visitor: Principal | null;
  /** Policies ask something of readers, so that nobody shows the document to others: search engines and messengers neither. */
  readonly isGoverned: boolean;
  readonly title: string;
  /** The page's own path within the service. */
  readonly path: string;
  /** The URL of the PDF in the page, if there is one. */
  readonly embedded?: string | undefined;
  /** The origin of pictures in the page, if there are any, and the style sheet for them. */
  readonly images?: string | undefined;
  readonly style?: string | undefined;
  readonly refreshSeconds: number | undefined;
  /** The beginning of the page: its subject, and the actions on it. */
  readonly lead: Html;
  /** The viewer, or a message in its place. */
  readonly view: Html;
  readonly more: Html;
}

/** Returns a page about a document: beside the PDF where there is room, around it where there is little. */
export const documentResponse = (page: DocumentResponse): Answer => {
  const { document, ready, visitor, title, path, embedded, images, style, refreshSeconds } = page;
  const isShown = document.access_level === 'public' && !page.isGoverned;
  const response = htmlResponse({
    title,
    isIndexed: isShown,
    mainIs: 'the document',
    session: visitor ? { signedInAs: visitor.user.name } : { signInFrom: path },
    // The page may embed exactly the store's origin.
    embedded: embedded ? new URL(embedded).origin : undefined,
    images,
    style,
    refreshSeconds,
    ...(isShown && { head: preview(document, title, baseUrl() + path) }),
    main: html`<article class="document">
<div class="lead">
${page.lead}
</div>
${page.view}
<div class="more">
${page.more}
</div>
</article>`,
  });
  return {
    response,
    read: {
      kind: 'view',
      ...(ready && { version_id: ready.id }),
      // Pictures are what pages are shown as one by one.
      ...(images !== undefined && { page_count: ready?.file?.page_count ?? null }),
      ...(refreshSeconds !== undefined && { is_waiting: true }),
    },
  };
};

const previewCharacters = 200;

/** Search engines and messengers show this of a link (Open Graph protocol). Others must not be told. */
const preview = (
  { description }: DocumentItem,
  title: string,
  url: string,
): Html => html`<link rel="canonical" href="${url}">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
${
  description &&
  html`<meta name="description" property="og:description" content="${excerpt(description, previewCharacters)}">`
}`;
