import { type OpenApi, parametersOf } from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { inline } from './markdown.ts';
import { parameterList } from './operation.ts';
import type { Placed } from './request.ts';
import { exampleOf, typeOf } from './schema.ts';

/** Returns the text about deliveries, for all types of events. */
export function deliveryText([first]: readonly Placed[], components: OpenApi['components']): Html {
  const operation = first?.operation;
  const headers = operation ? parametersOf(operation, components) : [];
  return html`<p>${operation && inline(operation.description)}</p>
<h2>Headers</h2>
${parameterList(headers)}
<h2>What your answer means</h2>
<dl class="answers">
${Object.entries(operation?.responses ?? {}).map(
  ([status, answer]) =>
    'description' in answer &&
    html`<div><dt><code>${status}</code></dt><dd>${inline(answer.description)}</dd></div>`,
)}</dl>`;
}

/** Returns the article about an event type. */
export function eventArticle({ path, operation }: Placed): Html {
  const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
  return html`<article>
<h2 id="${operation.operationId}"><code>${path}</code></h2>
<p>${operation.summary}: ${schema && typeOf(schema)}</p>
${exampleOf(example)}
</article>
`;
}
