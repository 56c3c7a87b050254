import json from '../../contract/openapi.json' with { type: 'json' };
import type { OpenApi } from '../../openapi/model.ts';
import { html } from '../../text/html.ts';
import { contentsOf, framed, referencePath, searchForm } from './frame.ts';
import { groupsOf } from './groups.ts';

const document: OpenApi = json;
const groups = groupsOf(document);

/** The page of each group, by the name of the group in the URL. */
const byName: Readonly<Record<string, { readonly title: string; readonly page: string }>> =
  Object.fromEntries(
    groups.map((group) => {
      const page = framed({
        heading: html`<p class="organization"><a href="${referencePath}">API reference</a></p>
<h1>${group.title}</h1>
<p class="subtitle">${group.lead}</p>`,
        form: searchForm(),
        contents: contentsOf(groups, group),
        text: group.body,
      });
      return [group.slug, { title: group.title, page: page.markup }];
    }),
  );
export default byName;
