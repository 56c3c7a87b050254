import type { DocumentItem } from '../../data/documents.ts';
import type { Html } from '../html.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';
import { fileActions, fileUrl, type ReadyVersion, viewer } from './file.ts';
import { handOut } from './handOut.ts';
import { picturesView } from './pictures.ts';

/** The part of a page that shows a version which can be read, in the way that the reader's grant allows. */
export interface ReadyView {
  readonly view: Html;
  /** The links to the file; none where none is handed out. */
  readonly actions?: Html;
  /** The URL of the PDF in the page. */
  readonly embedded?: string;
  /** The origin of pictures in the page, and the style sheet for them. */
  readonly images?: string;
  readonly style?: string;
  /** Set while something is being prepared. */
  readonly refreshSeconds?: number | undefined;
}

export async function readyView(
  document: DocumentItem,
  version: ReadyVersion,
  reader: Pick<Reader, 'granted' | 'as'>,
  query: PageRequest['query'],
): Promise<ReadyView> {
  const { granted } = reader;
  const way = handOut(granted);
  switch (way.kind) {
    case 'file': {
      const embedded = await fileUrl(way.granted, document, version, 'inline');
      const actions = fileActions(document, version, reader);
      return { view: viewer(document.title, version, embedded), actions, embedded };
    }
    case 'view_only':
    case 'watermark':
      return picturesView(document, version, way, { ...query, as: reader.as.as });
  }
}
