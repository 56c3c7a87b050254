import type { DocumentItem } from '../../data/documents/documents.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import { createdAt } from '../../data/table/ids.ts';
import { documentPath, linkTo, versionPath } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { Reader } from '../readablePage.ts';
import { dateBy, status } from './facts.ts';
import { excerpt, ofItsOwn } from './words.ts';

export interface Versions {
  readonly document: DocumentItem;
  /** Newest first. */
  readonly versions: readonly VersionItem[];
  /** The list begins after this version; undefined if the list begins with the newest version. */
  readonly after: string | undefined;
  readonly hasMoreVersions: boolean;
}

const excerptCharacters = 140;

export function versionList({ document, versions, after, hasMoreVersions }: Versions, reader: Reader): Html {
  const last = versions.at(-1);
  const link = (query?: Record<string, string>) =>
    `${linkTo(documentPath(document.id, { ...query, ...reader.as }))}#versions`;
  return html`<section class="versions" id="versions" aria-labelledby="versions-title">
<h2 id="versions-title">${t('versions.title', { count: reader.listed === 'all' ? document.version_count : versions.length })}</h2>
<ol role="list">
${versions.map((version) => row(document, version, reader))}
</ol>
${
  (after || hasMoreVersions) &&
  html`<nav class="paging" aria-label="${t('versions.more')}">
${after && html`<a class="quiet" href="${link()}">${t('versions.newest')}</a>`}
${hasMoreVersions && last && html`<a class="quiet" href="${link({ versions_after: last.id })}">${t('versions.older')}</a>`}
</nav>`
}
</section>`;
}

function row({ id, current_version }: DocumentItem, version: VersionItem, { seesNames, as }: Reader): Html {
  const { title, description } = version;
  return html`<li>
<p><a href="${linkTo(versionPath(id, version.id, as))}">${t('version.label', { number: String(version.number) })}</a>${
    version.id === current_version?.id && html` <span class="current">${t('versions.current')}</span>`
  }${version.processing_status !== 'ready' && html` ${status(version.processing_status)}`}</p>
${title && html`<p class="name" ${ofItsOwn(title)}>${title}</p>`}
${description && html`<p class="changes" ${ofItsOwn(description)}>${excerpt(description, excerptCharacters)}</p>`}
<p class="when">${dateBy(createdAt(version.id), version.created_by, seesNames)}</p>
</li>
`;
}
