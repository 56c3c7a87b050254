import { pages } from '../../contract/pages.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo, pathOf } from '../../presentation/links.ts';
import { html, trusted } from '../../text/html.ts';
import { t } from '../../words/words.ts';
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

interface Shown {
  readonly title: string;
  /** The path of the page. */
  readonly address: string;
  /** Default: true */
  readonly isIndexed?: boolean;
}

const show = (main: string, { title, address, isIndexed = true }: Shown): HttpResponse =>
  htmlResponse({
    title,
    address,
    isIndexed,
    skip: t('frame.skipToReference'),
    style: referenceStyle,
    main: trusted(atThisStage(main)),
  });

/** Returns a handler for the first page of the reference. */
export const frontAnswer = ({ title, front }: Prerendered) =>
  sharedAnswer(() => show(front, { title: `${title}: API reference`, address: pages.reference.path }));

/** Returns a handler for the page of a group. `group` is the name of the group in URLs. */
export const groupAnswer = (
  group: string,
  { title, page }: { readonly title: string; readonly page: string },
) =>
  sharedAnswer(() =>
    show(page, { title: `${title}: API reference`, address: pathOf(pages.referenceGroup, { group }) }),
  );

/** Returns the page with the results of a search. */
export function showSearch({ contents, parts }: Prerendered, query: string): HttpResponse {
  const heading = html`<p class="organization"><a href="${referencePath}">API reference</a></p>
<h1>Search</h1>`;
  const page = framed({
    heading,
    form: searchForm(query),
    contents: trusted(contents),
    text: results(search(parts, query), query),
  });
  const address = pathOf(pages.reference, {}, { q: query });
  return show(page.markup, { title: 'Search: API reference', address, isIndexed: false });
}

/** Returns the page for an unknown address below the reference. */
export const noSuchGroup = (address: string): HttpResponse =>
  messagePage({
    status: 404,
    title: 'There is no such page',
    address,
    content: [
      html`<p>The API reference has no page with this address. <a href="${linkTo(pages.reference.path)}">The first page of the reference</a> lists
all of them.</p>`,
    ],
  });
