import { shownLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import { type Html, html } from '../../text/html.ts';
import { logoImage } from '../document/look.ts';
import { ofItsOwn } from '../document/words.ts';

/** A document that a text is about. */
export type Subject = Pick<DocumentItem, 'id' | 'title' | 'organization_name'>;

/** Names the document and its organization, with the organization's logo. */
export const subject = (
  { id, title, organization_name }: Subject,
  organization: OrganizationItem | undefined,
): Html => html`<p class="subject">
<strong ${ofItsOwn(title)}>${shownLine(title)}</strong>
${organization_name && html`<span class="organization" ${ofItsOwn(organization_name)}>${logoImage(id, organization)}<span>${shownLine(organization_name)}</span></span>`}
</p>`;
