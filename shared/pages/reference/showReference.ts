import { pages } from '../../contract/pages.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { OpenApi, PathItem, Tag } from '../../openapi/model.ts';
import { linkTo } from '../../presentation/links.ts';
import { type Html, html } from '../html.ts';
import { htmlResponse } from '../layout.ts';
import { inline, markdown } from './markdown.ts';
import { operationArticle, type Placed, parameterList } from './operation.ts';
import { exampleOf, nameIn, schemaAnchor, schemaArticle, typeOf } from './schema.ts';
import { referenceStyle } from './style.ts';

/** Returns the reference of an OpenAPI document as one page without scripts. Only examples are folded. */
export function showReference(document: OpenApi): HttpResponse {
  const { info, components } = document;
  const events = operationsIn(document.webhooks);
  const tagged = Map.groupBy(operationsIn(document.paths), ({ operation }) => operation.tags?.[0]);
  const resources = document.tags.filter(({ name }) => tagged.has(name));
  const schemas = Object.entries(components.schemas);
  return htmlResponse({
    title: `${info.title}: API reference`,
    isIndexed: true,
    mainIs: 'the reference',
    style: referenceStyle,
    main: html`<div class="reference">
<div class="heading title">
<h1>${info.title}</h1>
<p class="subtitle">API reference, version ${info.version}. For programs: <a href="${linkTo(pages.openApi.path)}">the OpenAPI document</a>.</p>
</div>
<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
${group('overview', 'Overview', [])}
${resources.map(({ name }) => group(name, name, (tagged.get(name) ?? []).map(entryOf)))}
${group('event-types', 'Event types', events.map(eventEntryOf))}
${group(
  'schemas',
  'Schemas',
  schemas.map(([name]) => [schemaAnchor(name), name]),
)}
</ul>
</nav>
<div class="text">
<section>
<h2 id="overview">Overview</h2>
${markdown(info.description)}
</section>
${resources.map((tag) => resource(tag, tagged.get(tag.name) ?? [], components))}
${eventSection(events, components)}
<section>
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaArticle)}
</section>
</div>
</div>`,
  });
}

type Entry = readonly [anchor: string, title: string];

const group = (
  anchor: string,
  title: string,
  entries: readonly Entry[],
): Html => html`<li><a href="#${anchor}">${title}</a>
${entries.length > 0 && html`<ul>${entries.map(([inside, name]) => html`<li><a href="#${inside}">${name}</a></li>`)}</ul>`}</li>
`;

const operationsIn = (items: Readonly<Record<string, PathItem>>): Placed[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

const entryOf = ({ operation }: Placed): Entry => [operation.operationId, operation.operationId];
const eventEntryOf = ({ path, operation }: Placed): Entry => [operation.operationId, path];

const resource = (
  { name, description }: Tag,
  operations: readonly Placed[],
  components: OpenApi['components'],
): Html => html`<section>
<h2 id="${name}">${name}</h2>
<p>${inline(description)}</p>
${operations.map((one) => operationArticle(one, components))}
</section>
`;

/** Shows the parts that all deliveries share once, before the events. */
function eventSection(events: readonly Placed[], components: OpenApi['components']): Html {
  const [{ operation } = {}] = events;
  const headers = (operation?.parameters ?? []).flatMap(
    ({ $ref }) => components.parameters[nameIn($ref)] ?? [],
  );
  return html`<section>
<h2 id="event-types">Event types</h2>
<p>Each event is POSTed as JSON to the webhook endpoints that subscribe to it. ${operation && inline(operation.description)}</p>
<h3>Headers</h3>
${parameterList(headers)}
<h3>What your answer means</h3>
<dl class="answers">
${Object.entries(operation?.responses ?? {}).map(
  ([status, answer]) =>
    'description' in answer &&
    html`<div><dt><code>${status}</code></dt><dd>${inline(answer.description)}</dd></div>`,
)}</dl>
${events.map(eventArticle)}
</section>
`;
}

function eventArticle({ path, operation }: Placed): Html {
  const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
  return html`<article>
<h3 id="${operation.operationId}"><code>${path}</code></h3>
<p>${operation.summary}: ${schema && typeOf(schema)}</p>
${exampleOf(example)}
</article>
`;
}
