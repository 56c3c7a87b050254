import { noSuchVersion } from '../../access/documents.ts';
import { existing, notFound } from '../../access/errors.ts';
import { watermarkedPicturesPerMinute } from '../../contract/limits.ts';
import { shownInLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import type { AttachmentItem } from '../../data/policies/attachments.ts';
import { type PreparedPages, shownPages } from '../../data/reading/preparedPages.ts';
import { reached } from '../../data/reading/views.ts';
import { getPagePicture, getPageText } from '../../files/pagePictures.ts';
import { putStampedPicture } from '../../files/stampedPictures.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo, pageImagePath, versionPath } from '../../presentation/links.ts';
import { html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { offerAnotherAddress } from '../anotherAddress.ts';
import type { Answer } from '../answer.ts';
import { htmlResponse, redirect, sessionOf } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';
import { picturesStyle } from './picturesStyle.ts';
import { watermarkFor } from './watermarkFor.ts';
import { watermarkPicture } from './watermarkPicture.ts';
import { ofItsOwn } from './words.ts';

export interface ShownPage {
  readonly document: DocumentItem;
  readonly version: VersionItem | undefined;
  readonly prepared: PreparedPages | undefined;
  readonly attachments: readonly AttachmentItem[];
}

type Request = Pick<PageRequest, 'path' | 'query' | 'headers' | 'network' | 'limitTo'>;

/** Returns a page of a version, as a picture for one reader or as text. Throws 404 while the page is not drawn. */
export async function showPage(
  { document, version: loaded, prepared }: ShownPage,
  reader: Reader,
  request: Request,
): Promise<Answer> {
  const { path, query, headers } = request;
  const version = existing(loaded, noSuchVersion);
  const number = /^[1-9]\d{0,3}$/.test(path.page ?? '') ? Number(path.page) : 0;
  if (!prepared || !shownPages(prepared)[number - 1]) throw notFound('page', 'page');
  const read = { kind: 'page', version_id: version.id, page: number, format: 'picture', reached } as const;
  if (query.show === 'text') {
    const response = await transcript({ document, version, prepared }, number, reader, query);
    return { response, read: { ...read, format: 'text' } };
  }
  // Browsers say what a request is for (Fetch Metadata). If a picture is opened or saved outside of its document's page, the answer is a
  // notice.
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'image')
    return { response: await onlyInItsDocument(document, version, number, reader), read: null };
  // Drawing a watermark takes 0.3 s of computing, and visitors without an account can also request pictures with a watermark.
  if (reader.granted.watermark && !reader.visitor) request.limitTo(watermarkedPicturesPerMinute);
  // An answer to HEAD has no URL (`page` removes it), so no picture is made.
  if (reader.isHead) return { response: redirect(''), read };
  const [clean, watermark] = await Promise.all([
    getPagePicture(version.id, number),
    reader.granted.watermark && watermarkFor(reader, request, document),
  ]);
  const picture = watermark ? await watermarkPicture(clean, watermark) : clean;
  return { response: redirect(await putStampedPicture(reader.granted, version.id, picture)), read };
}

async function onlyInItsDocument(
  document: DocumentItem,
  version: VersionItem,
  number: number,
  { visitor, as, inRoom }: Reader,
): Promise<HttpResponse> {
  const inDocument = versionPath(document.id, version.id, as);
  return messagePage({
    status: 403,
    title: t('page.onlyInDocument'),
    address: pageImagePath(document.id, version.id, number, inRoom),
    session: visitor ? sessionOf(visitor) : { signInFrom: inDocument },
    content: [
      html`<p>${t('page.onlyInDocumentText')}</p>`,
      html`<p><a href="${linkTo(inDocument)}">${t('page.open')}</a></p>`,
      ...(await offerAnotherAddress({ visitor }, inDocument)),
    ],
  });
}

interface Prepared {
  readonly document: DocumentItem;
  readonly version: VersionItem;
  readonly prepared: PreparedPages;
}

/** Returns the text of a page, for readers who cannot see a picture. The text cannot be selected and is not printed. */
async function transcript(
  { document, version, prepared: { pages } }: Prepared,
  number: number,
  { visitor, as, inRoom }: Reader,
  query: PageRequest['query'],
): Promise<HttpResponse> {
  const text = (await getPageText(version.id, number)).trim();
  const title = t('page.title', { number: String(number), title: shownInLine(document.title) });
  const link = (to: number) =>
    linkTo(pageImagePath(document.id, version.id, to, { ...as, view: query.view, show: 'text' }));
  const there = linkTo(versionPath(document.id, version.id, as));
  return htmlResponse({
    title,
    isIndexed: false,
    address: pageImagePath(document.id, version.id, number, { ...inRoom, show: 'text' }),
    skip: t('frame.skipToText'),
    session: visitor ? sessionOf(visitor) : { signInFrom: versionPath(document.id, version.id, inRoom) },
    style: picturesStyle,
    main: html`<article class="transcript">
<h1 class="long" ${ofItsOwn(document.title)}>${title}</h1>
<p class="note">${t('page.text')} <a href="${there}#page-${number}">${t('page.back')}</a></p>
${
  text === ''
    ? html`<p class="note">${t('page.noText')}</p>`
    : html`<div class="text" ${ofItsOwn(text)}>${text}</div>`
}
<p class="unprinted">${t('page.unprinted')}</p>
${
  pages.length > 1 &&
  html`<nav class="paging" aria-label="${t('page.nav')}">
${number > 1 && html`<a class="quiet" rel="prev" href="${link(number - 1)}">${t('page.number', { number: String(number - 1) })}</a>`}
${number < pages.length && html`<a class="quiet" rel="next" href="${link(number + 1)}">${t('page.number', { number: String(number + 1) })}</a>`}
</nav>`
}
</article>`,
  });
}
