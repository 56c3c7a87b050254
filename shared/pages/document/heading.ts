import { type Html, html } from '../html.ts';
import { ofItsOwn } from './words.ts';

interface Heading {
  readonly organization_name: string | null;
  readonly title: string;
  /** The line between title and description. */
  readonly subtitle?: Html;
  readonly description: string | null;
}

/** A longer title has a smaller font, because at full size it would fill the screen. */
const longTitleCharacters = 80;

/** Returns organization, title and description, as on the entry page. */
export const heading = ({
  organization_name,
  title,
  subtitle,
  description,
}: Heading): Html => html`<div class="heading">
${organization_name && html`<p class="organization" ${ofItsOwn(organization_name)}>${organization_name}</p>`}
<h1${title.length > longTitleCharacters && html` class="long"`} ${ofItsOwn(title)}>${title}</h1>
${subtitle}
${description && html`<p class="description" ${ofItsOwn(description)}>${description}</p>`}
</div>`;
