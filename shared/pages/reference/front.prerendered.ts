import json from '../../contract/openapi.json' with { type: 'json' };
import type { OpenApi } from '../../openapi/model.ts';
import { guidesSection } from '../guides/frame.ts';
import { guideLink } from '../guides/links.ts';
import { guides } from '../guides/sources.ts';
import { contentsOf, referencePath } from './frame.ts';
import { frontPage, topicsOf } from './front.ts';
import { type Entry, type Group, groupsOf } from './groups.ts';
import { groupLink } from './links.ts';
import { type Found, wordsOf } from './search.ts';

const document: OpenApi = json;
const groups = groupsOf(document);

const partOf = ({ slug }: Group, { anchor, name, title, kind, body }: Entry): Found => ({
  link: groupLink(slug, anchor),
  title,
  names: title === name ? [kind] : [name, kind],
  words: wordsOf(name, kind, body.markup),
});

const topics = topicsOf(document).map(
  ({ anchor, title, body }): Found => ({
    link: `${referencePath}#${anchor}`,
    title,
    names: ['Overview'],
    words: wordsOf(title, body.markup),
  }),
);

const guideParts = guides.map(
  ([name, { title, lead, body }]): Found => ({
    link: guideLink(name),
    title,
    names: ['Guide'],
    words: wordsOf(title, lead, body.markup),
  }),
);

/** The rendered first page, the table of contents for the page of search results, and the parts in which the search looks. */
export default {
  title: document.info.title,
  front: frontPage(document, groups, guidesSection(guides)).markup,
  contents: contentsOf(groups, null).markup,
  parts: [
    ...groups.flatMap((group) => group.entries.map((entry) => partOf(group, entry))),
    ...topics,
    ...guideParts,
  ],
};
