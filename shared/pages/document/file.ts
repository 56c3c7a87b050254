import { rejected } from '../../access/authentication.ts';
import type { ActivityId } from '../../contract/identifiers.ts';
import { shownInLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import type { StampedCopy } from '../../data/reading/stampedCopies.ts';
import { pdfFileName } from '../../files/fileName.ts';
import { presignPayload } from '../../files/payloads.ts';
import { presignStampedCopy } from '../../files/stampedCopies.ts';
import { decideFileAccess, type GrantedFile } from '../../policies/decide.ts';
import { linkTo, versionPath } from '../../presentation/links.ts';
import { PolicyRefusal } from '../../reading/policyRefusal.ts';
import type { FileKind } from '../../reading/readContent.ts';
import { type Html, html } from '../../text/html.ts';
import { fileSize, listed, t } from '../../words/words.ts';
import type { Answer } from '../answer.ts';
import { redirect } from '../layout.ts';
import { PageError } from '../pageError.ts';
import type { Reader } from '../readablePage.ts';
import { copyFor, preparingPage, readerOf } from './stampedFile.ts';

/** A version whose PDF can be read. */
export type ReadyVersion = Pick<VersionItem, 'id' | 'number' | 'file'>;

const kinds: readonly FileKind[] = ['inline', 'attachment'];

/**
 * Returns the file itself when a query asks for it. Links lead here and not to S3: presigned URLs expire after minutes, and a page may be
 * open for hours before somebody downloads the file.
 */
export async function fileResponse(
  document: DocumentItem,
  version: ReadyVersion,
  wanted: string | undefined,
  reader: Reader,
): Promise<Answer | undefined> {
  const kind = kinds.find((name) => name === wanted);
  if (kind === undefined) return undefined;
  const redirectTo = (url: string): Answer => ({
    response: redirect(url),
    read: { kind: 'file', version_id: version.id, file: kind },
  });
  const way = decideFileAccess(reader.granted);
  if (way.kind === 'file') return redirectTo(await fileUrl(way.granted, document, version, kind));
  if (way.kind === 'watermark') {
    const named = readerOf(reader);
    // A watermark must name the reader, so anonymous visitors get no copy.
    if (!named) throw rejected('missing_api_key');
    const copy = await copyFor(document, version, named, reader);
    if (!copy) throw new PageError('rate_limit_exceeded', 'copy.tooMany', 300);
    if (copy.lacks) return redirectTo(await copyUrl(copy, document, version, kind));
    if (!copy.refusal) return { response: preparingPage(document, version, reader), read: null };
  }
  throw new PolicyRefusal({ reason: way.kind, source: way.source }, reader.namesPolicy);
}

/** Returns a presigned URL of a reader's own copy, valid for minutes. */
export const copyUrl = (
  copy: StampedCopy,
  document: DocumentItem,
  version: ReadyVersion,
  kind: FileKind,
): Promise<string> => presignStampedCopy(copy, kind, fileName(document, version));

/** Returns a presigned URL of the file, valid for minutes. */
export const fileUrl = (
  granted: GrantedFile,
  document: DocumentItem,
  version: ReadyVersion,
  kind: FileKind,
): Promise<string> => presignPayload(granted, version.id, kind, fileName(document, version));

/** Returns the file name of a version. All versions but the current one have their number in the name. */
const fileName = ({ title, current_version }: DocumentItem, { id, number }: ReadyVersion): string =>
  pdfFileName(title, id === current_version?.id ? '' : t('file.named', { number: String(number) }));

/**
 * Returns the links to download and open the PDF, which search engines need not follow. The link to open the PDF names the view, so that
 * the file counts as part of the view.
 */
export function fileActions(
  document: DocumentItem,
  version: ReadyVersion,
  { as, viewId }: Pick<Reader, 'as' | 'viewId'>,
): Html {
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
 * Returns the PDF embedded in the page. It loads lazily: phones cannot show a PDF inside a page, so the style sheet hides it there, and
 * the browser does not fetch a hidden file.
 */
export const viewer = (title: string, { number }: ReadyVersion, url: string): Html =>
  html`<section class="viewer" aria-label="${t('file.viewer')}">
<a class="skip" href="#more">${t('file.skip')}</a>
<iframe src="${url}#view=FitH&navpanes=0" title="${t('version.viewerTitle', { number: String(number), title: shownInLine(title) })}" loading="lazy" referrerpolicy="no-referrer"></iframe>
</section>`;
