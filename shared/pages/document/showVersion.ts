import type { AttachmentItem } from '../../data/attachments.ts';
import type { DocumentItem } from '../../data/documents.ts';
import type { VersionItem } from '../../data/versions.ts';
import { noSuchVersion } from '../../http/access.ts';
import { existing } from '../../http/errors.ts';
import { documentPath, linkTo, versionPath } from '../../links.ts';
import { bindsReaders } from '../../policies/combine.ts';
import { counted } from '../../words.ts';
import { type Html, html } from '../html.ts';
import type { Current } from '../opening.ts';
import type { PageRequest } from '../page.ts';
import type { Answer } from '../read.ts';
import type { Reader } from '../readablePage.ts';
import { documentResponse } from './documentResponse.ts';
import { facts } from './facts.ts';
import { fileResponse } from './file.ts';
import { governance } from './governance.ts';
import { heading } from './heading.ts';
import { readyView } from './readyView.ts';
import { beingProcessed, couldNotBeRead, refreshSecondsFor } from './unfinished.ts';
import { ofItsOwn } from './words.ts';

export interface ShownVersion {
  readonly document: DocumentItem;
  readonly version: VersionItem | undefined;
  readonly attachments: readonly AttachmentItem[];
}

/**
 * Returns the page behind a version's `service_url`, or its file when `?file=` asks for it. Throws 404 when the document has
 * no such version.
 */
export async function showVersion(
  loaded: Current<ShownVersion>,
  reader: Reader,
  { query }: Pick<PageRequest, 'query'>,
): Promise<Answer> {
  const version = existing(loaded.version, noSuchVersion);
  const { processing_status, number } = version;
  const isReady = processing_status === 'ready';
  const { visitor, colleague, as } = reader;
  const file = isReady && (await fileResponse(loaded.document, version, query.file, reader));
  if (file) return file;

  const { document } = loaded;
  const shown = isReady
    ? await readyView(document, version, reader, { ...query, view: reader.viewId })
    : undefined;
  const refreshSeconds =
    processing_status === 'processing' ? refreshSecondsFor(version.id, Date.now()) : undefined;
  const isGoverned = bindsReaders(loaded.attachments);
  return documentResponse({
    document,
    ready: isReady ? version : null,
    visitor,
    isGoverned,
    title: `Version ${number}: ${document.title}`,
    path: versionPath(document.id, version.id, as),
    refreshSeconds,
    ...shown,
    lead: html`${heading({ ...document, subtitle: subtitle(version), description: version.description })}
${shown?.actions}
${place(document, version, reader)}`,
    view:
      shown?.view ??
      (refreshSeconds === undefined
        ? couldNotBeRead(version.created_by, colleague)
        : beingProcessed(refreshSeconds)),
    more: html`${facts({ ...loaded, colleague, created: version, number, processing_status, isGoverned })}
<p class="paging"><a class="quiet" href="${linkTo(documentPath(document.id, as))}#versions">All ${counted(document.version_count, 'version')}</a></p>
${governance(document, loaded.attachments, reader)}`,
  });
}

const subtitle = ({ number, title }: VersionItem): Html =>
  html`<p class="subtitle"><span>Version ${number}</span>${
    title && html` <span class="name" ${ofItsOwn(title)}>${title}</span>`
  }</p>`;

/** A visitor who follows an old link must not take an old version for the current one. */
function place({ id, current_version }: DocumentItem, version: VersionItem, { as }: Reader): Html | null {
  if (current_version === null) return null;
  if (current_version.id === version.id) return html`<p class="note">This is the current version.</p>`;
  return html`<p class="note old">The current version is <a href="${linkTo(documentPath(id, as))}">version ${current_version.number}</a>.</p>`;
}
