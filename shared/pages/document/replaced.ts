import type { VersionId } from '../../contract/identifiers.ts';
import { documentPath, linkTo, versionPath } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Reader } from '../readablePage.ts';

/**
 * Returns the note that a newer version replaced the version of the page. The note is hidden until the script shows it. Returns null for
 * readers who may open all versions.
 */
export function replacedNote(
  document: { readonly id: Parameters<typeof documentPath>[0] },
  version: { readonly id: VersionId } | null,
  { versions, inRoom }: Pick<Reader, 'versions' | 'inRoom'>,
): Html | null {
  if (!version || versions === 'all') return null;
  const to = linkTo(documentPath(document.id, inRoom));
  return html`<p class="note" id="replaced" role="alert" data-version="${linkTo(versionPath(document.id, version.id, inRoom))}" data-to="${to}" hidden><a href="${to}">${t('version.replaced')}</a></p>`;
}
