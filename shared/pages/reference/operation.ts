import type { Content, OpenApi, Operation, Parameter, Response } from '../../openapi/model.ts';
import { type Html, html } from '../html.ts';
import { inline, markdown } from './markdown.ts';
import { exampleOf, fieldList, fieldsOf, nameIn, typeOf } from './schema.ts';

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

type Components = OpenApi['components'];

/** Shows an operation of the API. */
export const operationArticle = (
  { method, path, operation }: Placed,
  components: Components,
): Html => html`<article>
<h3 id="${operation.operationId}">${operation.summary}</h3>
<p class="route"><code><b>${method.toUpperCase()}</b> ${path}</code></p>
${operation['x-extension'] && html`<p class="note">An extension of the specification.</p>`}
${markdown(operation.description)}
<p class="type">Operation <code>${operation.operationId}</code>${permissionOf(operation)}</p>
${parametersOf(operation, components)}
${operation.requestBody && html`<h4>Body</h4>${bodyOf(operation.requestBody.content, components)}`}
${answersOf(operation, components)}
</article>
`;

/** Returns the permission, which is the same for all kinds of credentials. */
function permissionOf({ security: [first = {}] = [] }: Operation): Html | undefined {
  const [[permission] = []] = Object.values(first);
  return permission === undefined ? undefined : html`, permission <code>${permission}</code>`;
}

function parametersOf({ parameters = [] }: Operation, components: Components): Html | undefined {
  if (parameters.length === 0) return undefined;
  const found = parameters.flatMap(({ $ref }) => components.parameters[nameIn($ref)] ?? []);
  return html`<h4>Parameters</h4>
${parameterList(found)}`;
}

/** Lists parameters. Each is in the query, unless `places` names another place. */
export const parameterList = (parameters: readonly Parameter[]): Html =>
  fieldList(
    parameters.map(({ name, in: place, schema, required, description }) => ({
      name,
      schema,
      description,
      notes: [places[place], required ? undefined : 'optional'].filter((note) => note !== undefined),
    })),
  );

const places: Readonly<Record<string, string>> = { path: 'in the path', header: 'header' };

/** Shows the fields of a request's body within the operation. */
const bodyOf = (content: Content, { schemas }: Components): Html =>
  html`${Object.entries(content).map(
    ([mediaType, { schema, example }]) => html`<p>${mediaType}: ${typeOf(schema)}</p>
${schema.$ref && fieldsOf(schemas[nameIn(schema.$ref)] ?? {})}
${exampleOf(example)}`,
  )}`;

function answersOf({ responses }: Operation, components: Components): Html {
  const answers = Object.entries(responses).map(([status, answer]): [string, Response] => [
    status,
    '$ref' in answer ? (components.responses[nameIn(answer.$ref)] ?? { description: '' }) : answer,
  ]);
  return html`<h4>Answers</h4>
<dl class="answers">
${answers.map(
  ([status, response]) => html`<div>
<dt><code>${status}</code></dt>
<dd>${inline(response.description)}${Number(status) < 400 ? successOf(response) : errorOf(response)}</dd>
</div>
`,
)}</dl>`;
}

const successOf = ({ content = {} }: Response): Html =>
  html`${Object.values(content).map(({ schema, example }) => html` ${typeOf(schema)}${exampleOf(example)}`)}`;

/** Names the format and the error codes. */
function errorOf({ content = {} }: Response): Html {
  const [[, format] = []] = Object.entries(content);
  const codes = format?.schema.properties?.error?.properties?.code?.enum ?? [];
  const [schema] = format?.schema.anyOf ?? [format?.schema];
  return html` ${schema && typeOf(schema)}${codes.map((code, index) => html`${index === 0 ? ': ' : ', '}<code>${String(code)}</code>`)}`;
}
