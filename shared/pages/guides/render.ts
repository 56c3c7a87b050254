import { Marked, Renderer, type Tokens } from 'marked';
import { type Html, html, trusted } from '../../text/html.ts';
import { placeholders } from '../reference/placeholders.ts';
import { guideLink, referenceLink } from './links.ts';
import { guideNames } from './names.ts';
import { changelogPath } from './paths.ts';

/** The address of the service in the sources. Pages have the address of their stage in its place. */
const exampleBase = 'https://service.example';

/** A table with more columns scrolls by itself, because it is wider than a phone. */
const mostColumns = 3;

/** A heading of the second level. */
export interface Heading {
  readonly anchor: string;
  /** Its text, without markup. */
  readonly text: string;
}

/** A page that is made from Markdown. */
export interface Rendered {
  /** The text of the heading of the first level. */
  readonly title: string;
  /** The first paragraph, without markup. */
  readonly lead: string;
  /** The rest of the page. */
  readonly body: Html;
  readonly headings: readonly Heading[];
  /** The source, with the placeholder for the address, and links that work beside the pages. */
  readonly markdown: string;
}

/** What stands behind links to files of the service, such as its SHA-256. */
export type Remarks = Readonly<Record<string, string>>;

/** Returns the anchor of a heading, as GitHub makes it. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the text of tokens, without markup. */
const textOf = (token: Tokens.Generic | undefined): string =>
  token?.tokens?.map(textOf).join('') ?? token?.text ?? '';

/** Returns the address on the service of the target of a link in a source. Throws for a page that the service does not have. */
function targetOf(href: string): string {
  if (/^https:/.test(href)) return href.replace(exampleBase, placeholders.base);
  const [, page, anchor] = /^(?:\.\/)?(?:(?:[\w./]*\/)?([\w-]+)\.md)?(?:#(.*))?$/.exec(href) ?? [];
  if (page === 'CHANGELOG') return placeholders.prefix + changelogPath;
  if (page === undefined && anchor !== undefined) return `#${anchor}`;
  if (guideNames.some((name) => name === page)) return guideLink(page ?? '', anchor);
  throw new Error(`The service has no page for the link ${href}`);
}

/** Renders a page. Raw HTML is shown as text. */
export function rendered(source: string, remarks: Remarks = {}): Rendered {
  const markdown = Object.entries(remarks).reduce(
    (text, [target, remark]) => text.replaceAll(`](${target})`, `](${target}) (${remark})`),
    source,
  );
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading(token) {
        const text = textOf(token);
        const anchor = anchorOf(text);
        if (token.depth === 2) headings.push({ anchor, text });
        const element = trusted(`h${token.depth}`);
        const inner = trusted(this.parser.parseInline(token.tokens));
        return html`<${element} id="${anchor}">${inner}</${element}>\n`.markup;
      },
      code: ({ text, lang }) =>
        html`<pre class="request"${lang && html` data-language="${lang}"`}><code>${text.replaceAll(exampleBase, placeholders.base)}</code></pre>\n`
          .markup,
      codespan({ text }) {
        const link = referenceLink(text);
        const code = html`<code>${text
          .replaceAll(exampleBase, placeholders.base)
          .split(/(?<=[_./])/)
          .map((part, index) => html`${index > 0 && trusted('<wbr>')}${part}`)}</code>`;
        return (link === undefined ? code : html`<a href="${link}">${code}</a>`).markup;
      },
      link({ href, tokens }) {
        const text = trusted(this.parser.parseInline(tokens.map(withoutLink)));
        return html`<a href="${targetOf(href)}">${text}</a>`.markup;
      },
      table(token) {
        const table = Renderer.prototype.table.call(this, token);
        return token.header.length > mostColumns
          ? html`<div class="wide" tabindex="0">${trusted(table)}</div>`.markup
          : table;
      },
      html: ({ text }) => html`${text}`.markup,
    },
  });
  const [title, lead, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  return {
    title: textOf(title),
    lead: textOf(lead).replace(/\s+/g, ' '),
    body: trusted(marked.parser(rest)),
    headings,
    markdown: markdown
      .replaceAll(exampleBase, placeholders.base)
      .replaceAll('](../../CHANGELOG.md)', '](../changelog.md)'),
  };
}

/** A link must not contain another one. */
const withoutLink = (token: Tokens.Generic): Tokens.Generic =>
  token.type === 'codespan' ? { ...token, type: 'text', raw: token.text } : token;
