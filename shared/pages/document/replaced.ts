import type { VersionId } from '../../contract/identifiers.ts';
import { documentPath, linkTo, versionPath } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Reader } from '../readablePage.ts';

/**
 * Asks whether the version of the page is still open: every half minute while somebody looks at the page, when they come back to it, and
 * when a picture does not load. If the version is not open any more, the script shows the note and loads the page of the document. A
 * request with HEAD leaves no record.
 */
export const replacedScript = `(() => {
  const note = document.getElementById('replaced');
  const { version, to } = note.dataset;
  let isAsking = false;
  const ask = async () => {
    if (isAsking || document.hidden || !note.hidden) return;
    isAsking = true;
    const answer = await fetch(version, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    isAsking = false;
    if (answer?.status !== 404) return;
    note.hidden = false;
    setTimeout(() => location.replace(to), 4000);
  };
  setInterval(ask, 30000);
  document.addEventListener('visibilitychange', ask);
  document.addEventListener('error', ask, true);
})();`;

/**
 * Returns the note that a newer version replaced the version of the page. The note is hidden until the script shows it. Returns null for
 * readers who may open all versions.
 */
export function replacedNote(
  document: { readonly id: Parameters<typeof documentPath>[0] },
  version: { readonly id: VersionId } | null,
  { versions }: Pick<Reader, 'versions'>,
): Html | null {
  if (!version || versions === 'all') return null;
  const to = linkTo(documentPath(document.id));
  return html`<p class="note" id="replaced" role="alert" data-version="${linkTo(versionPath(document.id, version.id))}" data-to="${to}" hidden><a href="${to}">${t('version.replaced')}</a></p>`;
}
