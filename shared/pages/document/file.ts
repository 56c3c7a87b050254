import type { ActivityId } from '../../contract/identifiers.ts';
import { shownInLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { linkTo, versionPath } from '../../presentation/links.ts';
import type { Content, Current } from '../../reading/content.ts';
import { fileFor, type ReadyVersion } from '../../reading/file.ts';
import type { FileKind } from '../../reading/readContent.ts';
import { type Html, html } from '../../text/html.ts';
import { fileSize, listed, t } from '../../words/words.ts';
import type { Answer } from '../answer.ts';
import { redirect } from '../layout.ts';
import { PageError } from '../pageError.ts';
import type { Reader } from '../readablePage.ts';
import { bar, fileLinks } from './bar.ts';
import { preparingPage } from './stampedFile.ts';

/** The view that links to a file belong to. */
type ViewOf = Pick<Reader, 'as' | 'viewId'>;

const kinds: readonly FileKind[] = ['inline', 'attachment'];

/**
 * Returns the file itself when a query asks for it. Links lead here and not to S3: presigned URLs expire after minutes, and a page may be
 * open for hours before somebody downloads the file.
 */
export async function fileResponse(
  { document, organization }: Pick<Current<Content>, 'document' | 'organization'>,
  version: ReadyVersion,
  wanted: string | undefined,
  reader: Reader,
): Promise<Answer | undefined> {
  const kind = kinds.find((name) => name === wanted);
  if (kind === undefined) return undefined;
  const file = await fileFor(document, version, kind, reader);
  switch (file.kind) {
    case 'url':
      return { response: redirect(file.url), read: { kind: 'file', version_id: version.id, file: kind } };
    case 'stamping':
      return { response: preparingPage({ document, organization }, version, reader), read: null };
    case 'too_many':
      throw new PageError('rate_limit_exceeded', 'copy.tooMany', file.retryAfterSeconds);
  }
}

/**
 * Returns the links to download and open the PDF, which search engines need not follow. The link to open the PDF names the view, so that
 * the file counts as part of the view.
 */
export function fileActions(document: DocumentItem, version: ReadyVersion, { as, viewId }: ViewOf): Html {
  const link = (file: FileKind, view?: ActivityId) =>
    linkTo(versionPath(document.id, version.id, { file, view, ...as }));
  return html`<p class="actions">
<a class="button primary" rel="nofollow" href="${link('attachment')}">${t('file.download')}${sizeOf(version)}</a>
<a class="button open" rel="nofollow" href="${link('inline', viewId)}">${t('file.open')}</a>
</p>`;
}

function sizeOf({ file }: ReadyVersion): Html | undefined {
  return (
    file &&
    html` <span class="size">${listed([t('file.pages', { count: file.page_count }), fileSize(file.size_bytes)])}</span>`
  );
}

/**
 * Returns the PDF in the page. The script draws it; without script the browser's own viewer shows it in a frame. Phones cannot show a PDF
 * inside a page, so the style sheet hides the frame there, and the browser does not fetch a hidden file.
 *
 * @param url the file's present URL. When it ends, the script asks for another one by the link to open the PDF
 * @param page the page that the browser's own viewer shows first, as in the query. The script finds it in the fragment. Default: the first
 */
export function viewer(
  document: DocumentItem,
  version: ReadyVersion,
  url: string,
  reader: ViewOf,
  page: string | undefined,
): Html {
  const { number, file } = version;
  const place = /^\d{1,5}$/.test(page ?? '') ? `&page=${page}` : '';
  const { as, viewId } = reader;
  const again = linkTo(versionPath(document.id, version.id, { file: 'inline', view: viewId, ...as }));
  const label = t('version.viewerTitle', { number: String(number), title: shownInLine(document.title) });
  return html`<section class="viewer" aria-label="${t('file.viewer')}" data-count="${String(file?.page_count ?? '')}" data-file="${url}" data-again="${again}" data-label="${label}">
<a class="skip" href="#more">${t('file.skip')}</a>
<noscript><iframe src="${url}#view=FitH&navpanes=0${place}" title="${label}" loading="lazy" referrerpolicy="no-referrer"></iframe></noscript>
${bar({ count: file?.page_count, file: fileLinks(document, version, reader), isDrawn: true })}
<p class="loading">${t('viewer.loading')} <a class="quiet" href="${again}">${t('viewer.instead')}</a></p>
<ol class="sheets" role="list" tabindex="-1"></ol>
</section>`;
}
