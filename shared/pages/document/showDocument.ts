import { shownLine } from '../../contract/shownText.ts';
import { type DocumentItem, newestVersionNumber } from '../../data/documents/documents.ts';
import { documentPath, linkTo, versionPath } from '../../presentation/links.ts';
import type { Content, Current } from '../../reading/content.ts';
import type { ReadyVersion } from '../../reading/file.ts';
import { currentVersion } from '../../reading/shownVersions.ts';
import { html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Answer } from '../answer.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { documentResponse } from './documentResponse.ts';
import { heading } from './heading.ts';
import { logoImage } from './look.ts';
import { presentNames } from './presentNames.ts';
import { type Versions, versionList } from './versionList.ts';

export interface ShownDocument extends Versions, Content {
  readonly document: DocumentItem;
}

/** Returns the page behind a document's `service_url`, or the document's file when `?file=` asks for it. */
export async function showDocument(
  found: Current<ShownDocument>,
  reader: Reader,
  { query }: Pick<PageRequest, 'query'>,
): Promise<Answer> {
  const loaded = await withPresentNames(await listedFor(found, reader), reader);
  const { document, versions } = loaded;
  const ready = readyVersion(loaded);
  const id = ready?.id ?? document.newest_version_id;
  return documentResponse({
    loaded,
    reader,
    query,
    ready,
    version: {
      id,
      number: ready?.number ?? newestVersionNumber(document),
      processing_status: document.processing_status,
      file: ready?.file,
      // Undefined if this version is not in the loaded part of the list.
      created_by: versions.find((version) => version.id === id)?.created_by,
    },
    title: shownLine(document.title),
    path: documentPath(document.id, reader.as),
    address: documentPath(document.id, reader.inRoom),
    heading: heading({ ...document, logo: logoImage(document.id, loaded.organization) }),
    note: newerVersion(found, reader),
    versions: versionList(loaded, reader),
  });
}

/** Returns the document with the versions that the page lists: a part of all, or only the current one. */
async function listedFor(found: Current<ShownDocument>, { listed }: Reader): Promise<Current<ShownDocument>> {
  if (listed === 'all') return found;
  const current = await currentVersion(found.document, found.versions);
  return { ...found, versions: current ? [current] : [], after: undefined, hasMoreVersions: false };
}

/** Returns the document and its versions. If the visitor may see names, the creators have their current names. */
async function withPresentNames(
  { document, versions, ...loaded }: Current<ShownDocument>,
  { seesNames }: Reader,
): Promise<Current<ShownDocument>> {
  if (!seesNames) return { ...loaded, document, versions };
  const named = await presentNames([document, ...versions].map(({ created_by }) => created_by));
  return {
    ...loaded,
    document: { ...document, created_by: named(document.created_by) },
    versions: versions.map((version) => ({ ...version, created_by: named(version.created_by) })),
  };
}

/** Returns the current version. The facts about its file are included only if the version is among the loaded versions. */
function readyVersion({ document, versions }: ShownDocument): ReadyVersion | null {
  const current = document.current_version;
  return current && (versions.find(({ id }) => id === current.id) ?? current);
}

/**
 * Returns the note about a newer version that is being processed or has failed, while the page shows the current version; null for readers
 * who may not open the newer version.
 */
function newerVersion({ document, versions: [newest], after }: ShownDocument, { as, versions }: Reader) {
  if (
    versions === 'current' ||
    after ||
    !newest ||
    !document.current_version ||
    newest.processing_status === 'ready'
  )
    return null;
  const label = t('version.label', { number: String(newest.number) });
  const version = html`<a href="${linkTo(versionPath(document.id, newest.id, as))}">${label}</a>`;
  const isFailed = newest.processing_status === 'failed';
  return html`<p class="note">${phrase(isFailed ? 'version.failed' : 'version.processing', { version })}</p>`;
}
