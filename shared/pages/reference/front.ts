import type { OpenApi } from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { contentsOf, framed, openApiLink, searchForm } from './frame.ts';
import { gettingStarted } from './gettingStarted.ts';
import type { Group } from './groups.ts';
import { groupLink, slugOf } from './links.ts';
import { markdown } from './markdown.ts';

/** A part of the introduction with its own heading. */
export interface Topic {
  readonly anchor: string;
  readonly title: string;
  readonly body: Html;
}

/** Returns the topics of the introduction. The text before the first topic is left out. */
export const topicsOf = ({ info }: OpenApi): Topic[] =>
  info.description
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { anchor: slugOf(title), title, body: markdown(lines.join('\n').trim()) };
    });

/**
 * Returns the content of the first page of the reference. Until release 0.3 this was the only page. Old links to its anchors still work: at
 * each anchor, the page has a link to the part on the page of its group. `guides`: the section that lists the guides
 */
export const frontPage = (document: OpenApi, groups: readonly Group[], guides: Html): Html =>
  framed({
    heading: html`<h1>${document.info.title}</h1>
<p class="subtitle">API reference, version ${document.info.version} of the interface. For programs: <a href="${openApiLink}">the OpenAPI document</a>.</p>`,
    form: searchForm(),
    contents: contentsOf(groups, 'front'),
    text: html`${gettingStarted}
${guides}
<section>
<h2 id="overview">Overview</h2>
${markdown(document.info.description.split(/^### /m)[0]?.trim() ?? '')}
${topicsOf(document).map(({ anchor, title, body }) => html`<h3 id="${anchor}">${title}</h3>${body}`)}
</section>
${groups.map(groupSection)}`,
  });

/** Lists links to the parts of a group. Each link has the anchor that the part had until release 0.3. */
const groupSection = ({ anchor, slug, title, lead, entries, isListedByName }: Group): Html => html`<section>
<h2 id="${anchor}"><a href="${groupLink(slug)}">${title}</a></h2>
<p>${lead}</p>
<ul class="${isListedByName ? 'parts names' : 'parts'}">
${entries.map(
  (
    entry,
  ) => html`<li id="${entry.anchor}"><a href="${groupLink(slug, entry.anchor)}">${isListedByName ? entry.name : entry.title}</a>
${!isListedByName && html`<code>${entry.kind}</code>`}</li>
`,
)}</ul>
</section>
`;
