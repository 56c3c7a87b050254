import type { VersionId } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import {
  getPreparedPages,
  isPrepared,
  needsCall,
  noteCall,
  type PageRefusal,
  type PreparedPages,
  shownPages,
} from '../../data/reading/preparedPages.ts';
import { filesOrigin } from '../../files/stampedPictures.ts';
import type { FileAccess } from '../../policies/decide.ts';
import type { PolicyRef } from '../../policies/ruleKinds.ts';
import { linkTo, pageImagePath } from '../../presentation/links.ts';
import { tenantOf } from '../../queues/groups.ts';
import { sendPrepareCopy } from '../../queues/preparations.ts';
import { log } from '../../runtime/log.ts';
import { counted } from '../../text/words.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';
import { picturesStyle } from './picturesStyle.ts';
import { broken, waiting } from './unfinished.ts';
import { ofItsOwn } from './words.ts';

/** The part of a page that shows a ready version. */
export interface ReadyView {
  readonly view: Html;
  /** The links to the file. Undefined if readers get no file. */
  readonly actions?: Html;
  /** The URL of the PDF in the page. */
  readonly embedded?: string;
  /** The origin of pictures in the page, and the style sheet for them. */
  readonly images?: string;
  readonly style?: string;
  /** Set while pictures or a copy are being made. */
  readonly refreshSeconds?: number | undefined;
}

/** The rule that keeps readers from getting the original file. */
type Way = Exclude<FileAccess, { readonly kind: 'file' }>;

type PicturesReader = Pick<Reader, 'as' | 'viewId' | 'isHead' | 'colleague' | 'granted' | 'again'>;

/** With more pictures, the page would have megabytes. A link leads to the next part. */
const picturesAtOnce = 200;
/** The page shows pictures as soon as it has so many. The others follow. */
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
  if (!reader.isHead && needsCall(prepared, now)) await ask(document, version.id, prepared, now);
  const style = picturesStyle;
  const images = await filesOrigin();
  if (prepared?.refusal && shownPages(prepared).length === 0)
    return { view: refused(prepared.refusal, way, reader), style, images };
  if (!prepared || !isWorthReading(prepared))
    return { view: beingMade(prepared, reader.again), refreshSeconds, style, images };
  const view = shown({ document, version, way, prepared, reader, from: query.from });
  return { view, style, images };
}

/** Calls a worker. If the message cannot be sent, it only logs this: the page reloads and asks again. */
async function ask(
  document: DocumentItem,
  version_id: VersionId,
  seen: PreparedPages | undefined,
  now: number,
): Promise<void> {
  const document_id = document.id;
  if (!(await noteCall({ id: version_id, document_id }, seen, now))) return;
  await sendPrepareCopy({ kind: 'pages', document_id, version_id }, tenantOf(document)).catch(
    (error: unknown) => log.warn('pictures not asked for', { document_id, version_id, error: String(error) }),
  );
}

const isWorthReading = (prepared: PreparedPages): boolean =>
  isPrepared(prepared) || prepared.pages.length >= picturesToBeginWith;

const beingMade = (prepared: PreparedPages | undefined, again: string): Html =>
  waiting(
    'Being prepared',
    html`This document is shown as pictures of its pages, which are being made${
      prepared?.page_count && html`: ${prepared.pages.length} of ${counted(prepared.page_count, 'page')}`
    }. This page looks again by itself.`,
    again,
  );

const reasons: Readonly<Record<PageRefusal, string>> = {
  password: 'The file asks for a password, so no picture can be made of it.',
  damaged: 'The file is damaged, so no picture can be made of its pages.',
  too_many_pages: 'The file has more pages than can be made pictures of.',
  too_costly: 'Making pictures of them takes too long.',
};

/** Names a policy. Only members of the organization see its name. */
const named = ({ name }: PolicyRef, { colleague }: Pick<Reader, 'colleague'>): Html =>
  colleague ? html`the policy “<bdi ${ofItsOwn(name)}>${name}</bdi>”` : html`a policy`;

const refused = (refusal: PageRefusal, { policy }: Way, reader: Pick<Reader, 'colleague'>): Html =>
  broken(
    'refused',
    'This document cannot be shown',
    html`By ${named(policy, reader)}, readers get pictures of its pages and no file. ${reasons[refusal]}`,
    html`ask the person who shared it to upload another file as a new version.`,
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
  return html`<section class="pictures" aria-label="Pages">
<p class="note">${aboutPictures(reader)} A printout of this page leaves them out. <a href="#after-pictures">Go past the pages</a></p>
<ol role="list">
${part.map((size, index) => picture(document, version.id, { number: first + index, of: page_count, size, isFirst: index === 0, ofView }))}
</ol>
<div class="after" id="after-pictures" tabindex="-1">${
    (first > 1 || next <= page_count) &&
    html`<nav class="paging" aria-label="More pages">
${first > 1 && html`<a class="quiet" href="?${new URLSearchParams({ ...as, from: String(Math.max(first - picturesAtOnce, 1)) }).toString()}">Earlier pages</a>`}
${next <= page_count && more(next, prepared, as)}
</nav>`
  }</div>
</section>
<p class="unprinted">By ${named(way.policy, reader)}, this document is shown as pictures on the screen. They are not part of this printout.</p>`;
}

/** Explains which policies show the document as pictures. */
function aboutPictures(reader: PicturesReader): Html {
  const { view_only, watermark } = reader.granted;
  const watermarked = 'each with a watermark that says who reads it';
  const first = view_only ?? watermark;
  if (!first) return html`This document is shown as pictures.`;
  const by = html`By ${named(first, reader)}, this document`;
  if (watermark && first.id === watermark.id)
    return html`${by} is shown as pictures, ${watermarked}, and cannot be downloaded.`;
  return html`${by} is shown as pictures and cannot be downloaded.${
    watermark &&
    html` By ${named(watermark, reader)}, the pictures have a watermark that says who reads them.`
  }`;
}

/**
 * Returns the link to the next part, or a link to reload while its pictures are being made. If they cannot be made, it returns the reason.
 */
function more(next: number, { pages, page_count, refusal }: PreparedPages, as: Reader['as']): Html {
  const isThere = pages.length >= next;
  if (refusal && !isThere)
    return html`<span class="note">Pages ${next} to ${page_count} are not shown. ${reasons[refusal]}</span>`;
  const query = new URLSearchParams({ ...as, ...(isThere && { from: String(next) }) }).toString();
  return html`<a class="quiet" href="?${query}">${
    !isThere ? `Pages ${next} to ${page_count} are being prepared: look again` : `From page ${next}`
  }</a>`;
}

interface OnePicture {
  readonly number: number;
  readonly of: number;
  readonly size: PreparedPages['pages'][number];
  readonly isFirst: boolean;
  readonly ofView: Readonly<Record<string, string>>;
}

/** Pictures further down load when they come into view. Width and height reserve their space. */
function picture(
  document: DocumentItem,
  versionId: VersionId,
  { number, of, size, isFirst, ofView }: OnePicture,
): Html {
  if (size === null)
    return html`<li id="page-${number}" class="missing">Page ${number} of ${of} cannot be shown.</li>\n`;
  const [width, height] = size;
  const link = (query: Readonly<Record<string, string>>) =>
    linkTo(pageImagePath(document.id, versionId, number, query));
  return html`<li id="page-${number}"><figure>
<img src="${link(ofView)}" width="${width}" height="${height}" alt="Page ${number} of ${of}, as a picture" ${
    isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  } draggable="false">
<figcaption>Page ${number} of ${of} <a class="quiet" rel="nofollow" href="${link({ ...ofView, show: 'text' })}">Text of page ${number}</a></figcaption>
</figure></li>
`;
}
