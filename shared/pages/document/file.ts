import type { DocumentItem } from '../../data/documents.ts';
import type { VersionItem } from '../../data/versions.ts';
import { pdfFileName } from '../../files/fileName.ts';
import { presignPayload } from '../../files/payloads.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo, versionPath } from '../../links.ts';
import { type Html, html } from '../html.ts';
import { redirect } from '../layout.ts';
import { count, fileSize } from './words.ts';

/** A version whose PDF can be read. */
export type ReadyVersion = Pick<VersionItem, 'id' | 'number' | 'file'>;

/** What `?file=` asks for on the page of a version. */
const kinds = ['inline', 'attachment'] as const;
type Kind = (typeof kinds)[number];

/**
 * The file itself, when a query asks for it. Links lead here rather than to the store: its URLs are over after minutes,
 * and a page may be open for hours before somebody decides to keep the file.
 */
export async function fileResponse(
  document: DocumentItem,
  version: ReadyVersion,
  wanted: string | undefined,
): Promise<HttpResponse | undefined> {
  const kind = kinds.find((name) => name === wanted);
  return kind && redirect(await fileUrl(document, version, kind));
}

/** A URL of the file for the next minutes. */
export const fileUrl = (document: DocumentItem, version: ReadyVersion, kind: Kind): Promise<string> =>
  presignPayload(version.id, kind, fileName(document, version));

/** Versions of one document are told apart; the current one is the document. */
const fileName = ({ title, current_version }: DocumentItem, { id, number }: ReadyVersion): string =>
  pdfFileName(title, id === current_version?.id ? '' : ` (version ${number})`);

/** Download and open. The links are worth nothing to search engines. */
export function fileActions(document: DocumentItem, version: ReadyVersion): Html {
  const link = (file: Kind) => linkTo(versionPath(document.id, version.id, { file }));
  return html`<p class="actions">
<a class="button primary" rel="nofollow" href="${link('attachment')}">Download PDF${sizeOf(version)}</a>
<a class="button open" rel="nofollow" href="${link('inline')}">Open PDF</a>
</p>`;
}

function sizeOf({ file }: ReadyVersion): Html | undefined {
  return (
    file && html` <span class="size">${count(file.page_count, 'page')}, ${fileSize(file.size_bytes)}</span>`
  );
}

/**
 * The PDF in the page. Loaded when it is to be seen: phones have no viewer that could be shown inside a page, so the style
 * sheet hides it there, and the file is not fetched for nothing.
 */
export const viewer = (title: string, { number }: ReadyVersion, url: string): Html =>
  html`<section class="viewer" aria-label="Viewer">
<iframe src="${url}#view=FitH&navpanes=0" title="Version ${number} of ${title}" loading="lazy" referrerpolicy="no-referrer"></iframe>
</section>`;
