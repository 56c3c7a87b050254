import { type Html, html } from '../../text/html.ts';
import { framed, referencePath } from '../reference/frame.ts';
import { placeholders } from '../reference/placeholders.ts';
import { guideLink } from './links.ts';
import type { GuideName } from './names.ts';
import { changelogPath, guidesPath } from './paths.ts';
import type { Rendered } from './render.ts';

/** A page in the list of guides, and the page of all guides. */
type Current = GuideName | 'changelog' | null;

/** The titles of the guides, in their order. */
export type Titles = readonly (readonly [name: GuideName, title: string])[];

const here = html` aria-current="page"`;

const contentsOf = (titles: Titles, current: Current, { headings }: Pick<Rendered, 'headings'>): Html => {
  const parts = html`<ul>${headings.map(({ anchor, text }) => html`<li><a href="#${anchor}">${text}</a></li>`)}</ul>`;
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Guides</h2>
<ul>
${titles.map(
  ([
    name,
    title,
  ]) => html`<li><a href="${guideLink(name)}"${name === current && here}>${title}</a>${name === current && parts}</li>
`,
)}<li><a href="${placeholders.prefix}${changelogPath}"${current === 'changelog' && here}>Changelog</a>${current === 'changelog' && parts}</li>
<li><a href="${referencePath}">API reference</a></li>
</ul>
</nav>
`;
};

/** Returns the content of the page of a guide. */
export const guidePage = (titles: Titles, current: Exclude<Current, null>, page: Rendered): Html =>
  framed({
    heading: html`<p class="organization"><a href="${placeholders.prefix}${guidesPath}">Guides</a></p>
<h1>${page.title}</h1>
<p class="subtitle">${page.lead}</p>`,
    form: html``,
    contents: contentsOf(titles, current, page),
    text: page.body,
  });

type Guides = readonly (readonly [GuideName, Rendered])[];

const listOf = (guides: Guides): Html => html`<ul class="guides">
${guides.map(
  ([
    name,
    { title, lead },
  ]) => html`<li><a href="${guideLink(name)}">${title}</a> <span class="aside">${lead}</span></li>
`,
)}</ul>`;

/** Returns the section of the reference that lists the guides. */
export const guidesSection = (guides: Guides): Html => html`<section>
<h2 id="guides">Guides</h2>
<p>With programs for Node.js and Python. The <a href="${placeholders.prefix}${changelogPath}">changelog</a> says what is new.</p>
${listOf(guides)}
</section>
`;

/** Returns the content of the page that lists the guides. */
export const listPage = (guides: Guides): Html =>
  framed({
    heading: html`<h1>Guides</h1>
<p class="subtitle">From the first document to webhooks, with programs for Node.js and Python.</p>`,
    form: html``,
    contents: contentsOf(
      guides.map(([name, { title }]) => [name, title]),
      null,
      { headings: [] },
    ),
    text: listOf(guides),
  });
