import { shownLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { type Html, html } from '../../text/html.ts';
import { ofItsOwn } from '../document/words.ts';

/** A document that a text is about. */
export type Subject = Pick<DocumentItem, 'id' | 'title' | 'organization_name'>;

/** Names the document and its organization. */
export const subject = ({ title, organization_name }: Subject): Html => html`<p class="subject">
<strong ${ofItsOwn(title)}>${shownLine(title)}</strong>
${organization_name && html`<span ${ofItsOwn(organization_name)}>${shownLine(organization_name)}</span>`}
</p>`;
