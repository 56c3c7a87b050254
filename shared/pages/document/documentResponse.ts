import type { DocumentItem } from '../../data/documents/documents.ts';
import { getPreparedPages } from '../../data/reading/preparedPages.ts';
import { rulesOf } from '../../data/shares/shareItems.ts';
import { bindsReaders, combine } from '../../policies/combine.ts';
import { baseUrl, documentPath, linkTo, managementPath } from '../../presentation/links.ts';
import type { Content, Current } from '../../reading/content.ts';
import type { ReadyVersion } from '../../reading/file.ts';
import { type Html, html } from '../../text/html.ts';
import { listed, t } from '../../words/words.ts';
import type { Answer } from '../answer.ts';
import { htmlResponse, sessionOf } from '../layout.ts';
import type { PageRequest } from '../page.ts';
import { previewNote } from '../previewNote.ts';
import type { Reader } from '../readablePage.ts';
import { placeInRoom } from '../room/placeInRoom.ts';
import { placeStyle } from '../room/style.ts';
import { viewerScript } from '../viewer/files.ts';
import { fold } from './bar.ts';
import { endOfReading } from './endOfReading.ts';
import { facts, type PageVersion } from './facts.ts';
import { fileResponse } from './file.ts';
import { lookOf } from './look.ts';
import { readyView } from './readyView.ts';
import { replacedNote } from './replaced.ts';
import { sharedWithReader } from './sharedWithReader.ts';
import { beingProcessed, couldNotBeRead, refreshSecondsFor } from './unfinished.ts';
import { excerpt } from './words.ts';

interface DocumentPage {
  readonly loaded: Current<Content>;
  readonly reader: Reader;
  readonly query: PageRequest['query'];
  /** The version that is shown; null if no version can be read yet. */
  readonly ready: ReadyVersion | null;
  readonly version: PageVersion;
  readonly title: string;
  /** The page's own path within the service, with the query of a preview. */
  readonly path: string;
  /** The path without a query. */
  readonly address: string;
  readonly heading: Html;
  /** The note below the actions. */
  readonly note: Html | null;
  /** The links to other versions. */
  readonly versions: Html;
}

/** Returns the link to the console. Only people who manage the document get it, and only while they act in the document's organization. */
const manage = (
  { id, organization_id }: DocumentItem,
  { visitor, mayManage, isPreview }: Reader,
): Html | false =>
  mayManage &&
  !isPreview &&
  visitor?.organization_id === organization_id &&
  html`<p class="paging"><a class="quiet" rel="nofollow" href="${linkTo(managementPath(id))}">${t('document.manage')}</a></p>`;

/**
 * Returns a page about a document, or the file itself when `?file=` asks for it. On wide screens the texts stand beside the PDF, on narrow
 * screens above and below it.
 */
export async function documentResponse(page: DocumentPage): Promise<Answer> {
  const { reader, query, ready, version, title, path } = page;
  const { document, attachments, organization } = page.loaded;
  const { visitor, seesNames } = reader;
  const file = ready && (await fileResponse(page.loaded, ready, query.file, reader));
  if (file) return file;

  const [shown, shared, lackingLetters, place] = await Promise.all([
    ready && readyView(document, ready, reader, query),
    sharedWithReader(reader),
    lettersNote(page),
    placeInRoom(reader, document, Date.now()),
  ]);
  const { images, style, embedded, hasPages } = shown ?? {};
  const look = lookOf(organization);
  const replaced = replacedNote(document, ready, reader);
  const ends = endOfReading(attachments, reader);
  const processingSeconds =
    version.processing_status === 'processing' ? refreshSecondsFor(version.id, Date.now()) : undefined;
  const refreshSeconds = shown ? shown.refreshSeconds : processingSeconds;
  // Search engines and messengers do not show documents with rules, because everybody who reads such a document must meet a condition.
  const isShown = document.access_level === 'public' && !bindsReaders(attachments) && !reader.room;
  const instead = processingSeconds
    ? beingProcessed(processingSeconds, reader.again)
    : couldNotBeRead(version.created_by ?? document.created_by, seesNames ? visitor : null);
  const response = htmlResponse({
    title,
    address: page.address,
    isIndexed: isShown,
    skip: t('frame.skipToDocument'),
    session: visitor ? sessionOf(visitor) : { signInFrom: path },
    // The page may embed only the origin of S3.
    embedded: embedded ? new URL(embedded).origin : undefined,
    images: images ?? look.images,
    style:
      [style, look.style, place && placeStyle].filter((sheet) => sheet !== undefined).join('') || undefined,
    ...(hasPages || replaced || ends || refreshSeconds !== undefined
      ? { script: { file: viewerScript(), reads: embedded && new URL(embedded).origin } }
      : {}),
    refreshSeconds,
    refreshTo: reader.again,
    ...(isShown && { head: preview(document, title, baseUrl() + path) }),
    main: html`<article class="document">
<div class="lead">
${place?.path}
${hasPages && fold()}
${page.heading}
${reader.isPreview && previewNote(documentPath(document.id, reader.inRoom))}
${shown?.actions}
${manage(document, reader)}
${ends && html`<p class="note">${ends}</p>`}
${shared}
${page.note}
${replaced}
${lackingLetters}
${shown?.about}
</div>
${shown?.view ?? instead}
<div class="more" id="more" tabindex="-1">
${place?.beside}
${facts({ attachments, version, reader, acceptances: acceptancesOf(page) })}
${page.versions}
</div>
</article>`,
  });
  return {
    response,
    read: {
      kind: 'view',
      ...(ready && { version_id: ready.id }),
      // Only if pages of the PDF are shown as pictures, the view can tell which of them were reached.
      ...(images !== undefined && { page_count: ready?.file?.page_count ?? null }),
      ...(refreshSeconds !== undefined && { is_waiting: true }),
    },
  };
}

const pagesNamed = 20;

/** Returns the note about letters that are missing in pictures of the version, for visitors who manage the document. The API does not have it. */
async function lettersNote({ loaded, reader, ready }: DocumentPage): Promise<Html | false> {
  const { mayManage, isPreview } = reader;
  const { view_only, watermark } = combine(loaded.attachments);
  // Without these rules, readers get the file itself.
  if (!ready || !mayManage || isPreview || !(view_only || watermark)) return false;
  const prepared = await getPreparedPages(ready.id, Date.now());
  const pages = prepared?.pages_lacking_letters ?? [];
  const shown = [...pages.slice(0, pagesNamed).map(String), ...(pages.length > pagesNamed ? ['…'] : [])];
  return (
    pages.length > 0 &&
    html`<p class="note">${t('document.lettersMissing', { count: pages.length, pages: listed(shown) })}</p>`
  );
}

/**
 * Returns the link to the acceptances of texts; null if no policy or share asks to accept a text. Readers see their own acceptances, and managers
 * see those of all readers.
 */
function acceptancesOf({ loaded: { document, attachments }, reader }: DocumentPage): Html | null {
  const { mayManage, isPreview, share, room } = reader;
  const asksByShare = share !== undefined && rulesOf(share).acknowledgement !== undefined;
  const gate = room?.entrant.kind === 'reader' ? room.entrant.gate : [];
  const asksByPolicy = combine([...attachments, ...gate]).acknowledgements.length > 0;
  if (isPreview || (!asksByPolicy && !asksByShare)) return null;
  const link = linkTo(documentPath(document.id, { ...reader.inRoom, show: 'accepted' }));
  return html`<a class="quiet" rel="nofollow" href="${link}">${t(mayManage ? 'accepted.readers' : 'accepted.yours')}</a>`;
}

const previewCharacters = 200;

/**
 * Returns the preview that search engines and messengers show of a link (Open Graph protocol). Only public documents without rules have
 * one.
 */
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
