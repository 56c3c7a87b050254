import { noSuchVersion } from '../../access/documents.ts';
import { existing } from '../../access/errors.ts';
import { shownInLine, shownLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import { documentPath, linkTo, versionPath } from '../../presentation/links.ts';
import type { Content, Current } from '../../reading/content.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Answer } from '../answer.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { documentResponse } from './documentResponse.ts';
import { heading } from './heading.ts';
import { logoImage } from './look.ts';
import { presentNames } from './presentNames.ts';
import { ofItsOwn } from './words.ts';

export interface ShownVersion extends Content {
  readonly version: VersionItem | undefined;
}

/**
 * Returns the page behind a version's `service_url`, or the version's file when `?file=` asks for it. Throws 404 when the document has no
 * such version.
 */
export async function showVersion(
  loaded: Current<ShownVersion>,
  reader: Reader,
  { query }: Pick<PageRequest, 'query'>,
): Promise<Answer> {
  const { document } = loaded;
  const found = existing(loaded.version, noSuchVersion);
  const named = await presentNames(reader.seesNames ? [found.created_by] : []);
  const version = { ...found, created_by: named(found.created_by) };
  return documentResponse({
    loaded,
    reader,
    query,
    ready: version.processing_status === 'ready' ? version : null,
    version,
    title: t('version.title', { number: String(version.number), title: shownInLine(document.title) }),
    path: versionPath(document.id, version.id, reader.as),
    address: versionPath(document.id, version.id, reader.inRoom),
    heading: heading({
      ...document,
      logo: logoImage(document.id, loaded.organization),
      subtitle: subtitle(version),
      description: version.description,
    }),
    note: place(document, version, reader),
    versions: html`<p class="paging"><a class="quiet" href="${linkTo(documentPath(document.id, reader.as))}#versions">${reader.listed === 'all' ? t('versions.all', { count: document.version_count }) : t('document.back')}</a></p>`,
  });
}

const subtitle = ({ number, title }: VersionItem): Html =>
  html`<p class="subtitle"><span>${t('version.label', { number: String(number) })}</span>${
    title && html` <span class="name" ${ofItsOwn(title)}>${shownLine(title)}</span>`
  }</p>`;

/** Returns the note that says whether this version is the current one, because a visitor may have followed an old link. */
function place({ id, current_version }: DocumentItem, version: VersionItem, { as }: Reader): Html | null {
  if (current_version === null) return null;
  if (current_version.id === version.id) return html`<p class="note">${t('version.isCurrent')}</p>`;
  const label = t('version.lower', { number: String(current_version.number) });
  const link = html`<a href="${linkTo(documentPath(id, as))}">${label}</a>`;
  return html`<p class="note old">${phrase('version.old', { version: link })}</p>`;
}
