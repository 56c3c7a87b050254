import { titleMaxCharacters } from '../../contract/limits.ts';
import { shownLine } from '../../contract/shownText.ts';
import { type Html, html } from '../../text/html.ts';
import { ofItsOwn } from './words.ts';

interface Heading {
  readonly organization_name: string | null;
  /** The logo of the organization, beside its name. Default: there is none */
  readonly logo?: Html | undefined;
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
  logo,
  title,
  subtitle,
  description,
}: Heading): Html => html`<div class="heading">
${organization_name && html`<p class="organization" ${ofItsOwn(organization_name)}>${logo}${logo ? html`<span>${shownLine(organization_name)}</span>` : shownLine(organization_name)}</p>`}
<h1${title.length > longTitleCharacters && html` class="long"`} ${ofItsOwn(title)}${shownLine(title).endsWith('…') && html` title="${shownLine(title, titleMaxCharacters)}"`}>${shownLine(title)}</h1>
${subtitle}
${description && html`<p class="description" ${ofItsOwn(description)}>${description}</p>`}
</div>`;
