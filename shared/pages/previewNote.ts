import { linkTo } from '../presentation/links.ts';
import { type Html, html } from '../text/html.ts';
import { t } from '../words/words.ts';

/** Returns the note that a page is a preview. The note has a link to the manager's own view, at `path`. */
export const previewNote = (path: string): Html =>
  html`<p class="note">${t('preview.text')} <a href="${linkTo(path)}">${t('preview.back')}</a></p>`;
