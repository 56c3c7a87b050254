import {
  type Content,
  type OpenApi,
  type Operation,
  type Parameter,
  parametersOf,
  type Response,
} from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { errorsSlug, groupLink } from './links.ts';
import { inline, markdown } from './markdown.ts';
import { placeholders } from './placeholders.ts';
import { changesCaller, commands, type Placed, requestOf, takesKeys } from './request.ts';
import { exampleOf, fieldList, fieldsOf, nameIn, typeOf } from './schema.ts';

type Components = OpenApi['components'];

/** Returns the article about an operation of the API. */
export const operationArticle = (placed: Placed, components: Components): Html => {
  const { method, path, operation } = placed;
  return html`<article>
<h2 id="${operation.operationId}">${operation.summary}</h2>
<p class="route"><code><b>${method.toUpperCase()}</b> ${path}</code></p>
${operation['x-extension'] && html`<p class="note">An extension of the specification.</p>`}
${markdown(operation.description)}
<p class="type">Operation <code>${operation.operationId}</code>${permissionOf(operation)}</p>
<h3>Request</h3>
${commands(requestOf(placed, components))}
${changesCaller(placed) && ofPresentName}
${!takesKeys(operation) && ofSession}
${parameterSection(parametersOf(operation, components))}
${operation.requestBody && html`<h3>Body</h3>${bodyOf(operation.requestBody.content, components)}`}
${answersOf(operation, components)}
</article>
`;
};

const ofPresentName = html`<p class="note">As it stands, the request sends the present name, which changes nothing.</p>`;

/** Explains how to get the cookie of a session. */
const ofSession = html`<p class="note">API keys get 403: this operation needs the cookie of a session. Sign in with a browser and copy the cookie
from the browser’s developer tools: <code>SESSION='${placeholders.cookie}=...'</code>. With <code>npm start</code>, cookies of sample people are
in <code>credentials.json</code> (<code>session_cookies</code>).</p>`;

/** Returns the words about the permission of an operation. All kinds of credentials need the same permission. */
function permissionOf({ security: [first = {}] = [] }: Operation): Html | undefined {
  const [[permission] = []] = Object.values(first);
  return permission === undefined ? undefined : html`, permission <code>${permission}</code>`;
}

const parameterSection = (parameters: readonly Parameter[]): Html | undefined =>
  parameters.length === 0
    ? undefined
    : html`<h3>Parameters</h3>
${parameterList(parameters)}`;

/** Lists parameters. `places` has the place of each parameter that is not in the query. */
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

/** Returns the fields of a request's body. The command above these fields has an example. */
const bodyOf = (content: Content, { schemas }: Components): Html =>
  html`${Object.entries(content).map(
    ([mediaType, { schema }]) => html`<p>${mediaType}: ${typeOf(schema)}</p>
${schema.$ref && fieldsOf(schemas[nameIn(schema.$ref)] ?? {})}`,
  )}`;

/**
 * Lists the answers of an operation, with the codes of its errors. Statuses without codes are left out: the specification lists them, but
 * the operation does not answer them.
 */
function answersOf({ responses, 'x-error-codes': codes = {} }: Operation, components: Components): Html {
  const answers = Object.entries(responses)
    .filter(([status]) => Number(status) < 400 || codes[status])
    .map(([status, answer]): [string, Response] => [
      status,
      '$ref' in answer ? (components.responses[nameIn(answer.$ref)] ?? { description: '' }) : answer,
    ]);
  return html`<h3>Answers</h3>
<dl class="answers">
${answers.map(
  ([status, response]) => html`<div>
<dt><code>${status}</code></dt>
<dd>${inline(response.description)}${successOf(status, response)}${codesOf(codes[status])}</dd>
</div>
`,
)}</dl>`;
}

const successOf = (status: string, { content = {} }: Response): Html | false =>
  Number(status) < 400 &&
  html`${Object.values(content).map(({ schema, example }) => html` ${typeOf(schema)}${exampleOf(example)}`)}`;

const codesOf = (codes: readonly string[] = []): Html | false =>
  codes.length > 0 &&
  html`<p class="gives">${codes.map((code, index) => html`${index > 0 && ', '}<a href="${groupLink(errorsSlug, code)}"><code>${code}</code></a>`)}</p>`;
