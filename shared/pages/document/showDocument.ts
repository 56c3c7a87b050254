import type { AttachmentItem } from '../../data/attachments.ts';
import type { DocumentItem } from '../../data/documents.ts';
import type { VersionItem } from '../../data/versions.ts';
import { documentPath, linkTo, versionPath } from '../../links.ts';
import { bindsReaders } from '../../policies/combine.ts';
import { html } from '../html.ts';
import type { Current } from '../opening.ts';
import type { PageRequest } from '../page.ts';
import type { Answer } from '../read.ts';
import type { Reader } from '../readablePage.ts';
import { documentResponse } from './documentResponse.ts';
import { facts } from './facts.ts';
import { fileResponse, type ReadyVersion } from './file.ts';
import { governance } from './governance.ts';
import { heading } from './heading.ts';
import { readers } from './readers.ts';
import { readyView } from './readyView.ts';
import { beingProcessed, couldNotBeRead, refreshSecondsFor } from './unfinished.ts';
import { versionList } from './versionList.ts';

export interface ShownDocument {
  readonly document: DocumentItem;
  /** Some of them, newest first. */
  readonly versions: readonly VersionItem[];
  /** The version before the first of these; undefined when they begin with the newest. */
  readonly after: string | undefined;
  readonly hasMoreVersions: boolean;
  readonly attachments: readonly AttachmentItem[];
}

/** Returns the page behind a document's `service_url`, or its file when `?file=` asks for it. */
export async function showDocument(
  loaded: Current<ShownDocument>,
  reader: Reader,
  { query }: Pick<PageRequest, 'query'>,
): Promise<Answer> {
  const ready = currentVersion(loaded);
  const { visitor, colleague, as } = reader;
  const file = ready && (await fileResponse(loaded.document, ready, query.file, reader));
  if (file) return file;

  const { document, versions } = loaded;
  const [shown, latestReaders] = await Promise.all([
    ready && readyView(document, ready, reader, { ...query, view: reader.viewId }),
    readers(document, reader),
  ]);
  const refreshSeconds =
    document.processing_status === 'processing'
      ? refreshSecondsFor(document.newest_version_id, Date.now())
      : undefined;
  const shownId = ready?.id ?? document.newest_version_id;
  // Undefined when the list is at an older part.
  const listed = versions.find(({ id }) => id === shownId);
  const isGoverned = bindsReaders(loaded.attachments);
  return documentResponse({
    document,
    ready,
    visitor,
    isGoverned,
    title: document.title,
    path: documentPath(document.id, as),
    refreshSeconds,
    ...shown,
    lead: html`${heading(document)}
${shown?.actions}
${newerVersion(loaded, reader)}`,
    view:
      shown?.view ??
      (refreshSeconds === undefined
        ? couldNotBeRead(listed?.created_by ?? document.created_by, colleague)
        : beingProcessed(refreshSeconds)),
    more: html`${facts({
      ...loaded,
      colleague,
      created: listed ?? { id: shownId },
      number: ready?.number ?? document.version_count,
      processing_status: document.processing_status,
      isGoverned,
    })}
${versionList({ ...loaded, colleague, as })}
${governance(document, loaded.attachments, reader)}
${latestReaders}`,
  });
}

/** Returns the current version, with its file's facts when it is among the versions that were read. */
function currentVersion({ document, versions }: ShownDocument): ReadyVersion | null {
  const current = document.current_version;
  return current && (versions.find(({ id }) => id === current.id) ?? current);
}

/** A document stays readable while a newer version is on its way, or did not make it. */
function newerVersion({ document, versions: [newest], after }: ShownDocument, { as }: Reader) {
  if (after || !newest || !document.current_version || newest.processing_status === 'ready') return null;
  const link = html`<a href="${linkTo(versionPath(document.id, newest.id, as))}">Version ${newest.number}</a>`;
  return html`<p class="note">${link} ${
    newest.processing_status === 'failed' ? 'is newer, but could not be read.' : 'is being processed.'
  }</p>`;
}
