import {
  type JsonSchema,
  type OpenApi,
  type Operation,
  parametersOf,
  type RequestBody,
} from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { placeholders } from './placeholders.ts';
import { nameIn } from './schema.ts';

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

type Components = OpenApi['components'];
type Schemas = Components['schemas'];

/**
 * Returns a command that sends the request of an operation. Shell variables stand for the API key (`KEY`) or the session's cookie
 * (`SESSION`), for path parameters, for required parameters of the query, and for identifiers in the body.
 */
export function requestOf(
  { method, path, operation }: Placed,
  components: Pick<Components, 'schemas' | 'parameters'>,
): string {
  const withPath = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`);
  const url = placeholders.base + withPath + queryOf(operation, components);
  const sent = bodyOf(operation.requestBody, exampleOfAnswer(operation), components.schemas);
  // With a form, curl sends POST by default.
  const verb = method === 'get' || sent[0]?.startsWith('-F') ? '' : `-X ${method.toUpperCase()} `;
  const credential = takesKeys(operation)
    ? ['-H "Authorization: Bearer $KEY"']
    : ['-b "$SESSION"', `-H 'Origin: ${placeholders.origin}'`];
  const command = (parts: readonly string[]) => parts.join(' \\\n  ');
  if (!changesCaller({ method, path })) return command([`curl -sS ${verb}"${url}"`, ...credential, ...sent]);
  const [type = ''] = sent;
  return `NAME=$(${command([`curl -sS "${url}"`, ...credential])} |
  ${presentName})
${command([`curl -sS ${verb}"${url}"`, ...credential, type, '-d "{$NAME}"'])}`;
}

/**
 * Returns whether a request changes the caller, or the organization of the caller, and nothing that an id names. Its command sends the present
 * name, so pasting it does no harm.
 */
export const changesCaller = ({ method, path }: Pick<Placed, 'method' | 'path'>): boolean =>
  method === 'patch' && !path.includes('{');

/** Prints the first field `name` of a JSON text, with its name. */
const presentName = `grep -oE '"name":"([^"\\\\]|\\\\.)*"' | head -n 1`;

function queryOf(operation: Operation, components: Pick<Components, 'parameters'>): string {
  const required = parametersOf(operation, components).filter(
    (parameter) => parameter.in === 'query' && parameter.required,
  );
  return required.map(({ name }, index) => `${index === 0 ? '?' : '&'}${name}=$${variable(name)}`).join('');
}

/** Returns whether API keys can call an operation. */
export const takesKeys = ({ security = [] }: Operation): boolean =>
  security.some((credential) => 'bearerAuth' in credential);

/** Returns commands in a block that one click selects, to be copied. */
export const commands = (text: string): Html => html`<pre class="request"><code>${text}</code></pre>`;

/** A list of documents takes the id of one. */
const variable = (name: string): string => (name === 'ids' ? 'DOCUMENT_ID' : name.toUpperCase());
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Matches identifiers in examples. Variables replace them, because no stage has things with these identifiers. */
const identifierField = /"(\w+)":"[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}"/g;

/** Matches times in examples. The beginning of this day replaces them, in a form of `date` that GNU and BSD have. */
const timeField = /"(\w+)":"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
const today = `'"$(date -u +%Y-%m-%dT00:00:00Z)"'`;

function bodyOf(body: RequestBody | undefined, answer: Answer, schemas: Schemas): string[] {
  const { 'application/json': json, 'multipart/form-data': form, 'image/png': picture } = body?.content ?? {};
  if (picture) return [`-H 'Content-Type: image/png'`, `--data-binary @${samplePicture}`];
  if (json) {
    const text = quoted(JSON.stringify(json.example))
      .replace(identifierField, (_, name: string) => `"${name}":"'"$${variable(name)}"'"`)
      .replace(timeField, (_, name: string) => `"${name}":"${today}"`);
    return [`-H 'Content-Type: application/json'`, `-d ${text}`];
  }
  const { properties = {}, required = [] } = schemas[nameIn(form?.schema.$ref ?? '')] ?? {};
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (isFile(schema)) return [`-F ${name}=@${sampleFile}`];
    return required.includes(name) ? [`-F ${name}=${quoted(String(answer[name]))}`] : [];
  });
}

const isFile = ({ contentMediaType }: JsonSchema): boolean => contentMediaType !== undefined;

/** The name of the PDF that commands send. The commands of "Getting started" create the PDF. */
export const sampleFile = 'contract.pdf';

/** The name of the picture that commands send. */
const samplePicture = 'logo.png';

type Answer = Readonly<Record<string, unknown>>;

/** Returns the example of a successful answer. A form has no example of its own, so its fields get the values of this example. */
function exampleOfAnswer({ responses }: Operation): Answer {
  const success = responses[200] ?? responses[201];
  const content = success && 'content' in success ? success.content : undefined;
  return (content?.['application/json']?.example ?? {}) as Answer;
}
