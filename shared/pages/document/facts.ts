import type { Principal } from '../../access/principal.ts';
import type { ProcessingStatus } from '../../contract/enumerations.ts';
import type { VersionId } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { createdAt } from '../../data/table/ids.ts';
import { type Html, html } from '../html.ts';
import { access, date, ofItsOwn } from './words.ts';

const statusInWords: Readonly<Record<ProcessingStatus, string>> = {
  processing: 'Being processed',
  ready: 'Ready',
  failed: 'Could not be read',
};

export const status = (value: ProcessingStatus): Html =>
  html`<span class="status ${value}">${statusInWords[value]}</span>`;

/** Returns the name of a person. Only members of the organization see names. */
export const byWhom = (user: User | undefined, colleague: Principal | null): Html | null | undefined =>
  user && colleague && html` by <bdi>${user.name}</bdi>`;

/** The version that a page is about, ready or not. */
export interface PageVersion {
  readonly id: VersionId;
  readonly number: number;
  readonly processing_status: ProcessingStatus;
  /** Undefined if it was not loaded. */
  readonly created_by?: User | undefined;
}

interface Facts {
  readonly document: DocumentItem;
  readonly attachments: readonly CurrentAttachment[];
  readonly version: PageVersion;
  readonly colleague: Principal | null;
  /** The link to the acceptances; null if no policy asks to accept a text. */
  readonly acceptances: Html | null;
}

/** Returns labels and values, row by row, as at the foot of the entry page. Only members see the names of policies. */
export function facts({ document, attachments, version, colleague, acceptances }: Facts): Html {
  const { id, number, processing_status, created_by } = version;
  const policies = attachments.map(({ policy }) => html`<li ${ofItsOwn(policy.name)}>${policy.name}</li>`);
  return html`<section class="facts" aria-label="About this document">
<dl>
<div><dt>Status</dt><dd>${status(processing_status)}</dd></div>
<div><dt>Version ${number}</dt><dd>${date(createdAt(id))}${byWhom(created_by, colleague)}</dd></div>
<div><dt>Access</dt><dd>${access(document, attachments)}</dd></div>
${
  colleague &&
  html`<div><dt>${policies.length === 1 ? 'Policy' : 'Policies'}</dt><dd>${
    policies.length > 0 ? html`<ul role="list">${policies}</ul>` : 'None'
  }</dd></div>
`
}</dl>
${
  acceptances &&
  html`<p class="paging">${acceptances}</p>
`
}</section>`;
}
