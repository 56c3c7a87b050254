import type { VersionId } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import {
  getPreparedPages,
  isPrepared,
  needsCall,
  type PageRefusal,
  type PreparedPages,
  shownPages,
} from '../../data/reading/preparedPages.ts';
import { filesOrigin } from '../../files/origin.ts';
import type { FileAccess } from '../../policies/decide.ts';
import { policyOf, type Source } from '../../policies/ruleKinds.ts';
import { linkTo, pageImagePath } from '../../presentation/links.ts';
import { callForPages } from '../../reading/callForPages.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { t } from '../../words/words.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { bar } from './bar.ts';
import { picturesStyle } from './picturesStyle.ts';
import { sheetsStyle } from './sheetsStyle.ts';
import { timesNote } from './times.ts';
import { broken, waiting } from './unfinished.ts';
import { ofItsOwn } from './words.ts';

/** The part of a page that shows a ready version. */
export interface ReadyView {
  readonly view: Html;
  /** What readers should know about the view. Default: nothing */
  readonly about?: Html | false;
  /** The links to the file. Undefined if readers get no file. */
  readonly actions?: Html;
  /** The URL of the PDF in the page. */
  readonly embedded?: string;
  /** Set if the view has a bar and pages, which the script works with. */
  readonly hasPages?: true;
  /** The origin of pictures in the page, and the style sheet for them. */
  readonly images?: string;
  readonly style?: string;
  /** Set while pictures or a copy are being made. */
  readonly refreshSeconds?: number | undefined;
}

/** The rule that keeps readers from getting the original file. */
type Way = Exclude<FileAccess, { readonly kind: 'file' }>;

type PicturesReader = Pick<
  Reader,
  'as' | 'viewId' | 'isHead' | 'namesPolicy' | 'granted' | 'again' | 'isTimed' | 'inRoom'
>;

/** With more pictures, the page would have megabytes. A link leads to the next part. */
const picturesAtOnce = 200;
/** The page shows pictures as soon as this many exist. The others follow. */
const picturesToBeginWith = 10;
const refreshSeconds = 2;

/**
 * Returns the view with the existing pictures of a version's pages. Calls a worker to make the others, unless a worker is making them or
 * the method is HEAD.
 * @param way the reason why the file itself is not shown
 */
export async function picturesView(
  document: DocumentItem,
  version: { readonly id: VersionId },
  way: Way,
  reader: PicturesReader,
  query: PageRequest['query'],
): Promise<ReadyView> {
  const now = Date.now();
  const prepared = await getPreparedPages(version.id, now);
  if (!reader.isHead && needsCall(prepared, now))
    await callForPages(document, version.id, prepared, now, { firstOnly: false });
  const style = sheetsStyle + picturesStyle;
  const images = filesOrigin();
  if (prepared?.refusal && shownPages(prepared).length === 0)
    return { view: refused(prepared.refusal, way, reader), style, images };
  if (!prepared || !isWorthReading(prepared))
    return { view: beingMade(prepared, reader.again), refreshSeconds, style, images };
  const view = shown({ document, version, way, prepared, reader, from: query.from });
  const about = html`<p class="note">${aboutPictures(reader)}${t('pictures.printed')}${reader.isTimed && html` ${timesNote(document, reader)}`}</p>`;
  return { view, about, style, images, hasPages: true };
}

const isWorthReading = (prepared: PreparedPages): boolean =>
  isPrepared(prepared) || prepared.pages.length >= picturesToBeginWith;

const beingMade = (prepared: PreparedPages | undefined, again: string): Html =>
  waiting(
    t('unfinished.preparing'),
    prepared?.page_count
      ? t('pictures.makingOf', { made: prepared.pages.length, count: prepared.page_count })
      : t('pictures.making'),
    again,
  );

const reasons = {
  password: 'pictures.password',
  damaged: 'pictures.damaged',
  too_many_pages: 'pictures.tooManyPages',
  too_costly: 'pictures.tooCostly',
} as const satisfies Record<PageRefusal, WordKey>;

/** Names the policy that requires the pictures, if the reader may learn its name. A way has no name for readers. */
function by(source: Source, { namesPolicy }: Pick<Reader, 'namesPolicy'>): Html {
  const policy = policyOf(source);
  if (!policy) return phrase('pictures.byAccess');
  const { name } = policy;
  return namesPolicy
    ? phrase('pictures.byNamed', { name: html`<bdi ${ofItsOwn(name)}>${name}</bdi>` })
    : phrase('pictures.byPolicy');
}

const refused = (refusal: PageRefusal, { source }: Way, reader: Pick<Reader, 'namesPolicy'>): Html =>
  broken(
    'refused',
    t('pictures.cannotBeShown'),
    phrase('pictures.cannotBeShownText', { by: by(source, reader), reason: t(reasons[refusal]) }),
    phrase('pictures.remedy'),
  );

interface Shown {
  readonly document: DocumentItem;
  readonly version: { readonly id: VersionId };
  readonly way: Way;
  readonly prepared: PreparedPages;
  readonly reader: PicturesReader;
  /** The number of this part's first picture, as in the query. */
  readonly from: string | undefined;
}

function shown({ document, version, way, prepared, reader, from }: Shown): Html {
  const { as, viewId } = reader;
  const pages = shownPages(prepared);
  const { page_count = pages.length } = prepared;
  const asked = Number(from);
  const first = Number.isInteger(asked) && asked >= 1 && asked <= pages.length ? asked : 1;
  const part = pages.slice(first - 1, first - 1 + picturesAtOnce);
  const next = first + part.length;
  const ofView = { ...as, view: viewId };
  return html`<section class="pictures" aria-label="${t('pictures.nav')}" data-count="${page_count}" data-last="${pages.length}">
<a class="skip" href="#after-pictures">${t('pictures.skip')}</a>
${bar({ count: page_count, isDrawn: false })}
<ol class="sheets" role="list" tabindex="-1">
${part.map((size, index) => picture(document, version.id, { number: first + index, of: page_count, size, isFirst: index === 0, lacksLetters: prepared.pages_lacking_letters.includes(first + index), ofView }))}
</ol>
<div class="after" id="after-pictures" tabindex="-1">${
    (first > 1 || next <= page_count) &&
    html`<nav class="paging" aria-label="${t('pictures.more')}">
${first > 1 && html`<a class="quiet" href="?${new URLSearchParams({ ...as, from: String(Math.max(first - picturesAtOnce, 1)) }).toString()}">${t('pictures.earlier')}</a>`}
${next <= page_count && more(next, prepared, as)}
</nav>`
  }</div>
</section>
<p class="unprinted">${phrase('pictures.unprinted', { by: by(way.source, reader) })}</p>`;
}

/** Explains what shows the document as pictures. */
function aboutPictures(reader: PicturesReader): Html {
  const { view_only, watermark } = reader.granted;
  const first = view_only ?? watermark;
  if (!first) return phrase('pictures.shown');
  if (watermark && policyOf(first)?.id === policyOf(watermark)?.id)
    return phrase('pictures.shownMarked', { by: by(first, reader) });
  return html`${phrase('pictures.shownBy', { by: by(first, reader) })}${
    watermark && phrase('pictures.watermarkBy', { by: by(watermark, reader) })
  }`;
}

/**
 * Returns the link to the next part, or a link to reload while its pictures are being made. If they cannot be made, it returns the reason.
 */
function more(next: number, { pages, page_count, refusal }: PreparedPages, as: Reader['as']): Html {
  const isThere = pages.length >= next;
  const range = { first: String(next), last: String(page_count) };
  if (refusal && !isThere)
    return html`<span class="note">${t('pictures.notShown', { ...range, reason: t(reasons[refusal]) })}</span>`;
  const query = new URLSearchParams({ ...as, ...(isThere && { from: String(next) }) }).toString();
  return html`<a class="quiet" href="?${query}">${
    isThere ? t('pictures.from', { number: String(next) }) : t('pictures.beingPrepared', range)
  }</a>`;
}

interface OnePicture {
  readonly number: number;
  readonly of: number;
  readonly size: PreparedPages['pages'][number];
  readonly isFirst: boolean;
  readonly lacksLetters: boolean;
  readonly ofView: Readonly<Record<string, string>>;
}

/** Pictures further down load when they come into view. Width and height reserve their space. */
function picture(
  document: DocumentItem,
  versionId: VersionId,
  { number, of, size, isFirst, lacksLetters, ofView }: OnePicture,
): Html {
  const place = { number: String(number), of: String(of) };
  if (size === null)
    return html`<li id="page-${number}" class="missing">${t('pictures.missing', place)}</li>\n`;
  const [width, height] = size;
  const link = (query: Readonly<Record<string, string>>) =>
    linkTo(pageImagePath(document.id, versionId, number, query));
  return html`<li id="page-${number}"><figure>
<img src="${link(ofView)}" data-page="${number}" width="${width}" height="${height}" alt="${t('pictures.alt', place)}" ${
    isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  } draggable="false">
<figcaption>${t('pictures.caption', place)} <a class="quiet" rel="nofollow" href="${link({ ...ofView, show: 'text' })}">${t('pictures.textOf', place)}</a>${lacksLetters && html` ${t('pictures.lettersMissing')}`}</figcaption>
</figure></li>
`;
}
