import { pages } from '../../contract/pages.ts';
import { type Html, html } from '../../text/html.ts';
import { guidesPath } from '../guides/paths.ts';
import type { Group } from './groups.ts';
import { groupLink } from './links.ts';
import { placeholders } from './placeholders.ts';

export const referencePath = placeholders.prefix + pages.reference.path;
export const openApiLink = placeholders.prefix + pages.openApi.path;

/** The maximum length of a text to search for. */
export const maxQueryLength = 100;

/** Returns the form of the search. The search needs no script. */
export const searchForm = (
  query = '',
): Html => html`<form class="search" role="search" action="${referencePath}" method="get">
<label for="q">Search the reference</label>
<input id="q" name="q" type="search" maxlength="${maxQueryLength}" value="${query}">
<button class="button">Search</button>
</form>
`;

/**
 * Returns the list of groups. On the page of a group, the list also has the parts of this group. `current` is the page that shows the list,
 * or null for the results of a search.
 */
export const contentsOf = (
  groups: readonly Group[],
  current: Group | 'front' | null,
): Html => html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
<li><a href="${referencePath}"${current === 'front' && here}>Overview</a></li>
<li><a href="${placeholders.prefix}${guidesPath}">Guides</a></li>
${groups.map(
  (group) => html`<li><a href="${groupLink(group.slug)}"${group === current && here}>${group.title}</a>
${group === current && html`<ul>${group.entries.map(({ anchor, name }) => html`<li><a href="#${anchor}">${name}</a></li>`)}</ul>`}</li>
`,
)}</ul>
</nav>
`;

const here = html` aria-current="page"`;

interface Frame {
  readonly heading: Html;
  readonly form: Html;
  readonly contents: Html;
  readonly text: Html;
}

/** Returns the content of a page of the reference. */
export const framed = ({ heading, form, contents, text }: Frame): Html => html`<div class="reference">
<div class="heading title">
${heading}
</div>
<div class="side">
${form}${contents}</div>
<div class="text">
${text}
</div>
</div>`;
