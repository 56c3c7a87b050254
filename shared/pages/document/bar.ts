import type { VersionId } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { linkTo, versionPath } from '../../presentation/links.ts';
import { type Html, html, trusted } from '../../text/html.ts';
import { t, textOf } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';

/** Icons in a square of 20, drawn as lines. */
const icons = {
  contents: 'M3 5h2m3 0h9M3 10h2m3 0h9M3 15h2m3 0h9',
  out: 'M4 10h12',
  in: 'M4 10h12M10 4v12',
  fit: 'M4 8V3h5M16 12v5h-5M4 3l5 5m7 9-5-5',
  find: 'M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm4 9.5L17 17',
  download: 'M10 3v10m-4-4 4 4 4-4M4 17h12',
  print: 'M6 7V3h8v4M6 14H3V7h14v7h-3M6 11h8v6H6z',
  previous: 'm5 12 5-5 5 5',
  next: 'm5 8 5 5 5-5',
  close: 'm5 5 10 10M15 5 5 15',
} as const;

type Icon = keyof typeof icons;

const icon = (name: Icon): Html =>
  html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${icons[name]}"/></svg>`;

interface Control {
  readonly name: Icon;
  readonly label: string;
  /** Further attributes. */
  readonly with?: string;
}

/** A label is shown beside the pointer too, because an icon alone is hard to guess. */
const button = ({ name, label, with: more = 'type="button"' }: Control): Html =>
  html`<button data-do="${name}" aria-label="${label}" title="${label}" ${trusted(more)}>${icon(name)}</button>`;

const link = (href: string, name: Icon, label: string, more = ''): Html =>
  html`<a href="${href}" rel="nofollow" aria-label="${label}" title="${label}" ${trusted(more)}>${icon(name)}</a>`;

interface BarContent {
  /** The number of pages; undefined if the script finds it out. */
  readonly count: number | undefined;
  /** The links to the file, for readers who may have it. Default: none */
  readonly file?: Html;
  /** Whether the script can find words and show the file's contents. */
  readonly isDrawn: boolean;
}

/**
 * Returns the bar above the pages: page of pages, zoom, fit, contents, search, and the links to the file. It is hidden until the script
 * makes it work.
 */
export const bar = ({
  count,
  file,
  isDrawn,
}: BarContent): Html => html`<div class="tools" role="group" aria-label="${t('viewer.bar')}" data-hits="${textOf('viewer.hits')}" data-no-hits="${textOf('viewer.noHits')}" data-not-yet="${textOf('viewer.notYet')}" data-no-such="${textOf('viewer.noSuch')}" data-within="${t('viewer.within')}"${isDrawn && html` data-drawing="${textOf('viewer.drawing')}" data-failed="${textOf('viewer.failed')}"`} hidden>
${isDrawn && button({ name: 'contents', label: t('viewer.contents'), with: 'type="button" aria-expanded="false" hidden' })}
<form class="place" novalidate><label><span class="hidden">${t('viewer.page')}</span><input data-do="page" inputmode="numeric" autocomplete="off" size="3" value="1"></label> <span>${phrase('viewer.of', { count: html`<span class="total">${count === undefined ? '…' : String(count)}</span>` })}</span></form>
${button({ name: 'out', label: t('viewer.out') })}${button({ name: 'in', label: t('viewer.in') })}${button({ name: 'fit', label: t('viewer.fit'), with: 'type="button" aria-pressed="false"' })}
${isDrawn && button({ name: 'find', label: t('viewer.find'), with: 'type="button" aria-expanded="false" hidden' })}
${file}
<p class="said" role="status"></p>
${
  isDrawn &&
  html`<form class="finding" data-do="find-panel" role="search" hidden>
<label><span class="hidden">${t('viewer.words')}</span><input data-do="words" type="search" autocomplete="off" maxlength="200" placeholder="${t('viewer.words')}"></label>
<span data-do="hits" role="status"></span>
${button({ name: 'previous', label: t('viewer.previous') })}${button({ name: 'next', label: t('viewer.next'), with: '' })}${button({ name: 'close', label: t('viewer.close') })}
</form>
<nav class="contents" data-do="contents-list" aria-label="${t('viewer.contents')}" hidden></nav>`
}</div>`;

/** Returns the bar's links to the file: to download it, and to open it in the browser's own viewer, which prints it. */
export function fileLinks(
  document: Pick<DocumentItem, 'id'>,
  version: { readonly id: VersionId },
  { as, viewId }: Pick<Reader, 'as' | 'viewId'>,
): Html {
  const to = (query: Parameters<typeof versionPath>[2]) =>
    linkTo(versionPath(document.id, version.id, query));
  return html`${link(to({ file: 'attachment', ...as }), 'download', t('viewer.download'))}${link(to({ file: 'inline', view: viewId, ...as }), 'print', t('viewer.print'), 'class="print" target="_blank"')}`;
}

/** Returns the control that unfolds what a narrow window hides of a document: all but its title, the bar and the pages. */
export const fold = (): Html =>
  html`<details class="fold"><summary title="${t('viewer.about')}"><span class="hidden">${t('viewer.about')}</span></summary></details>`;
