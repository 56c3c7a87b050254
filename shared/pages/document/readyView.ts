import type { DocumentItem } from '../../data/documents/documents.ts';
import { decideFileAccess } from '../../policies/decide.ts';
import { copyUrl, fileUrl, type ReadyVersion } from '../../reading/file.ts';
import { copyFor } from '../../reading/stampedCopy.ts';
import { type Html, html } from '../../text/html.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';
import { drawnStyle } from './drawnStyle.ts';
import { fileActions, viewer } from './file.ts';
import { picturesView, type ReadyView } from './pictures.ts';
import { sheetsStyle } from './sheetsStyle.ts';
import { aboutCopy, copyIsPrepared } from './stampedFile.ts';
import { timesNote } from './times.ts';

type Shown = Pick<
  Reader,
  'granted' | 'as' | 'visitor' | 'viewId' | 'isHead' | 'namesPolicy' | 'again' | 'isTimed' | 'inRoom'
>;

/** Returns the part of a page that shows a version, in the way that the reader's grant allows. */
export async function readyView(
  document: DocumentItem,
  version: ReadyVersion,
  reader: Shown,
  query: PageRequest['query'],
): Promise<ReadyView> {
  const { granted } = reader;
  const way = decideFileAccess(granted);
  const pictures = (shown: Parameters<typeof picturesView>[2]) =>
    picturesView(document, version, shown, reader, query);
  switch (way.kind) {
    case 'file': {
      const embedded = await fileUrl(way.granted, document, version, 'inline');
      const actions = fileActions(document, version, reader);
      return fileView(document, version, reader, { embedded, actions, page: query.page });
    }
    case 'watermark':
      return (await stampedView(document, version, reader, query)) ?? pictures(way);
    case 'view_only':
      return pictures(way);
  }
}

/** Returns a view of the reader's own copy. Returns undefined if no copy can be made; the page then shows pictures. */
async function stampedView(
  document: DocumentItem,
  version: ReadyVersion,
  reader: Shown,
  { page }: PageRequest['query'],
): Promise<ReadyView | undefined> {
  const { visitor } = reader;
  const copy = visitor && (await copyFor(document, version, visitor.user, reader));
  if (!copy || copy.refusal) return undefined;
  if (!copy.lacks) return copyIsPrepared(reader.again);
  const embedded = await copyUrl(copy, document, version, 'inline');
  const actions = html`${fileActions(document, version, reader)}
${aboutCopy(copy)}`;
  return fileView(document, version, reader, { embedded, actions, page });
}

interface FileShown {
  /** The URL of the PDF. */
  readonly embedded: string;
  readonly actions: Html;
  /** The page that is shown first. Default: the first */
  readonly page: string | undefined;
}

const fileView = (
  document: DocumentItem,
  version: ReadyVersion,
  reader: Shown,
  { embedded, actions, page }: FileShown,
): ReadyView => ({
  view: viewer(document, version, embedded, reader, page),
  about: reader.isTimed && html`<p class="note">${timesNote(document, reader)}</p>`,
  actions,
  embedded,
  style: sheetsStyle + drawnStyle,
  hasPages: true,
});
