import type { ProcessingStatus } from '../../contract/enumerations.ts';
import type { VersionId } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { createdAt } from '../../data/table/ids.ts';
import type { ActiveKind } from '../../pdf/copies/kinds.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { listed, t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { date, ofItsOwn } from './words.ts';

const statusInWords = {
  processing: 'status.processing',
  ready: 'status.ready',
  failed: 'status.failed',
} as const satisfies Record<ProcessingStatus, WordKey>;

export const status = (value: ProcessingStatus): Html =>
  html`<span class="status ${value}">${t(statusInWords[value])}</span>`;

const activeInWords = {
  script: 'active.script',
  launch: 'active.launch',
  submit: 'active.submit',
  import: 'active.import',
  remote: 'active.remote',
  media: 'active.media',
  xfa: 'active.xfa',
  files: 'active.files',
} as const satisfies Record<ActiveKind, WordKey>;

/** Returns what a file can do or has beyond pages and links; undefined if that is nothing, or nobody has looked. */
function activeContent({ file }: PageVersion): string | undefined {
  const kinds = file?.active_content ?? [];
  const known = Object.entries(activeInWords).flatMap(([kind, key]) =>
    kinds.includes(kind) ? [t(key)] : [],
  );
  return known.length > 0 ? listed(known) : undefined;
}

/** Returns a date, and for members of the organization also the name of the person. */
export const dateBy = (dateTime: string, user: User | undefined, seesNames: boolean): Html =>
  user && seesNames
    ? phrase('facts.dateBy', { date: date(dateTime), name: html`<bdi>${user.name}</bdi>` })
    : date(dateTime);

/** The version that a page is about. The version may not be ready yet. */
export interface PageVersion {
  readonly id: VersionId;
  readonly number: number;
  readonly processing_status: ProcessingStatus;
  /** Undefined if the file was not read, or the version was not loaded. */
  readonly file?: Pick<NonNullable<VersionItem['file']>, 'active_content'> | undefined;
  /** Undefined if the creator was not loaded. */
  readonly created_by?: User | undefined;
}

interface Facts {
  readonly attachments: readonly CurrentAttachment[];
  readonly version: PageVersion;
  readonly reader: Pick<Reader, 'seesNames' | 'namesPolicy'>;
  /** The link to the list of acceptances; null if no policy asks readers to accept a text. */
  readonly acceptances: Html | null;
}

/**
 * Returns the facts about a document in rows, each a label and a value, as at the foot of the entry page. Only readers who may learn the
 * names of policies see them.
 */
export function facts({ attachments, version, reader, acceptances }: Facts): Html {
  const { id, number, created_by } = version;
  const active = activeContent(version);
  const policies = attachments.map(({ policy }) => html`<li ${ofItsOwn(policy.name)}>${policy.name}</li>`);
  return html`<section class="facts" aria-label="${t('facts.title')}">
<dl>
<div><dt>${t('version.label', { number: String(number) })}</dt><dd>${dateBy(createdAt(id), created_by, reader.seesNames)}</dd></div>
${active && html`<div><dt>${t('facts.active')}</dt><dd>${active}</dd></div>\n`}${
  reader.namesPolicy &&
  html`<div><dt>${t('facts.policies', { count: policies.length })}</dt><dd>${
    policies.length > 0 ? html`<ul role="list">${policies}</ul>` : t('facts.none')
  }</dd></div>
`
}</dl>
${
  acceptances &&
  html`<p class="paging">${acceptances}</p>
`
}</section>`;
}
