import { type Html, html } from '../../text/html.ts';
import { maxQueryLength } from './frame.ts';

/** A part of the reference in which the search looks. */
export interface Found {
  readonly link: string;
  readonly title: string;
  /** Other names of the part, such as the id, method and path of an operation. */
  readonly names: readonly string[];
  /** All words of the part in lower case. Each word occurs once. */
  readonly words: string;
}

/** Returns all words of texts in the form of `Found.words`. Markup in the texts is removed. */
export const wordsOf = (...texts: readonly string[]): string =>
  [...new Set(texts.map(plain).join(' ').toLowerCase().split(/\s+/))].join(' ');

const plain = (markup: string): string =>
  markup
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/**
 * Returns the parts that contain all words of a query. First come the parts with all the words in their names, then the parts with all the
 * words in their titles, then the others.
 */
export function search(parts: readonly Found[], query: string): Found[] {
  const wanted = query.toLowerCase().slice(0, maxQueryLength).split(/\s+/).filter(Boolean);
  const rank = ({ title, names, words }: Found): number => {
    const name = names.join(' ').toLowerCase();
    if (names.some((one) => one.toLowerCase() === wanted.join(' '))) return 0;
    if (wanted.every((word) => name.includes(word))) return 1;
    if (wanted.every((word) => title.toLowerCase().includes(word))) return 2;
    return wanted.every((word) => words.includes(word)) ? 3 : 4;
  };
  const byRank = Map.groupBy(parts, rank);
  return [0, 1, 2, 3].flatMap((one) => byRank.get(one) ?? []);
}

/** Lists the results of a search. */
export const results = (found: readonly Found[], query: string): Html =>
  found.length === 0
    ? html`<p>Nothing in the reference has all of these words: <b>${query}</b>. Search for an operation, a path, a field, an event type or an error code,
or for fewer words.</p>`
    : html`<p>${found.length === 1 ? '1 place has' : `${found.length} places have`} <b>${query}</b>.</p>
<ol class="parts">
${found.map(
  ({
    link,
    title,
    names,
  }) => html`<li><a href="${link}">${title}</a> ${names.map((name) => html`<code>${name}</code> `)}</li>
`,
)}</ol>`;
