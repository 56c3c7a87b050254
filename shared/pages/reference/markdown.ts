import { type Html, html } from '../../text/html.ts';

/** Renders the part of CommonMark that descriptions use: paragraphs, lists, headings of the third level, `code`, **strong** and links. */
export const markdown = (text: string): Html => html`${text.split(/\n{2,}/).map(block)}`;

function block(text: string): Html {
  if (text.startsWith('### ')) return html`<h3>${inline(text.slice(4))}</h3>`;
  if (text.startsWith('- '))
    return html`<ul>${text
      .slice(2)
      .split(/\n- /)
      .map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  return html`<p>${inline(text)}</p>`;
}

const mark = /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<target>[^)\s]+)\)/g;

/** Renders one line of text, without paragraphs. */
export function inline(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(mark)) {
    parts.push(html`${text.slice(end, index)}`, marked(groups));
    end = index + whole.length;
  }
  return html`${parts}${text.slice(end)}`;
}

function marked({ code, strong, label, target }: Readonly<Record<string, string | undefined>>): Html {
  if (code !== undefined) return html`<code>${code}</code>`;
  return strong === undefined ? html`<a href="${target}">${label}</a>` : html`<strong>${strong}</strong>`;
}
