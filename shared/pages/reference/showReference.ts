import { pages } from '../../contract/pages.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo } from '../../presentation/links.ts';
import { html, trusted } from '../html.ts';
import { htmlResponse } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import { sharedAnswer } from '../sharedAnswer.ts';
import { framed, referencePath, searchForm } from './frame.ts';
import { atThisStage } from './placeholders.ts';
import { type Found, results, search } from './search.ts';
import { referenceStyle } from './style.ts';

interface Prerendered {
  /** The name of the service. */
  readonly title: string;
  readonly front: string;
  readonly contents: string;
  readonly parts: readonly Found[];
}

const show = (title: string, main: string, isIndexed = true): HttpResponse =>
  htmlResponse({
    title,
    isIndexed,
    mainIs: 'the reference',
    style: referenceStyle,
    main: trusted(atThisStage(main)),
  });

/** Returns a handler for the first page of the reference. */
export const frontAnswer = ({ title, front }: Prerendered) =>
  sharedAnswer(() => show(`${title}: API reference`, front));

/** Returns a handler for the page of a group. */
export const groupAnswer = ({ title, page }: { readonly title: string; readonly page: string }) =>
  sharedAnswer(() => show(`${title}: API reference`, page));

/** Returns the parts of the reference that have all words of a query. */
export function showSearch({ contents, parts }: Prerendered, query: string): HttpResponse {
  const heading = html`<p class="organization"><a href="${referencePath}">API reference</a></p>
<h1>Search</h1>`;
  const page = framed({
    heading,
    form: searchForm(query),
    contents: trusted(contents),
    text: results(search(parts, query), query),
  });
  return show('Search: API reference', page.markup, false);
}

/** Returns the page for an address in the reference that leads nowhere. */
export const noSuchGroup = (): HttpResponse =>
  messagePage({
    status: 404,
    title: 'There is no such page',
    content: [
      html`<p>The API reference has no page with this address. <a href="${linkTo(pages.reference.path)}">The first page of the reference</a> lists
all of them.</p>`,
    ],
  });
