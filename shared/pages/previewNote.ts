import { linkTo } from '../presentation/links.ts';
import { type Html, html } from './html.ts';

/** Returns the note that a page is a preview, with a link to the manager's own view at `path`. */
export const previewNote = (path: string): Html =>
  html`<p class="note">This is what a reader sees. Your preview stores no acceptance and counts as no reader. It is on record as a preview. <a href="${linkTo(path)}">Back to your own view</a></p>`;
