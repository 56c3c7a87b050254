import type { DocumentItem } from '../../data/documents/documents.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Reader } from '../readablePage.ts';

/** Returns the sentence for readers that times are counted. It names the view for the script, which counts. */
export const timesNote = (
  { id }: Pick<DocumentItem, 'id'>,
  { viewId, inRoom }: Pick<Reader, 'viewId' | 'inRoom'>,
): Html =>
  html`<span id="times" data-times="${linkTo(documentPath(id, inRoom))}" data-view="${viewId}">${t('document.times')}</span>`;
