import type { JsonSchema } from '../../openapi/model.ts';
import { type Html, html } from '../../text/html.ts';
import { inline, markdown } from './markdown.ts';

export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Returns the anchor of a named schema on the page. */
export const schemaAnchor = (name: string): string => `schema-${name}`;

const listed = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => html`${index > 0 && (index < parts.length - 1 ? ', ' : ' or ')}${part}`)}`;

/** Describes the values that a schema allows, in words and links. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, oneOf, items, type, enum: values, format, contentMediaType } = schema;
  if ($ref) return html`<a href="#${schemaAnchor(nameIn($ref))}">${nameIn($ref)}</a>`;
  const choices = anyOf ?? oneOf;
  if (choices) return listed(choices.map(typeOf));
  if (values) return listed(values.map(literal));
  if (schema.const !== undefined) return literal(schema.const);
  if (items) return html`list of ${items.properties ? 'objects' : typeOf(items)}${boundsOf(schema)}`;
  if (contentMediaType) return html`file, ${contentMediaType}`;
  if (format === 'binary') return html`file`;
  const names = [type ?? 'anything'].flat();
  return html`${format === 'uri' ? 'URL' : names.join(' or ')}${boundsOf(schema)}`;
}

const literal = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

/** Returns the limits and the default of a value as text. A comma is before each of them. */
function boundsOf(schema: JsonSchema): Html {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const bounds = [
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
    schema.default !== undefined && `default ${schema.default}`,
  ];
  return html`${bounds.map((bound) => bound && html`, ${bound}`)}`;
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (to === undefined) return from === undefined ? undefined : `at least ${from}${unit}`;
  return from ? `${from} to ${to}${unit}` : `at most ${to}${unit}`;
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string | undefined;
  /** Words after the type, such as `optional`. */
  readonly notes: readonly string[];
}

/** Returns a list of parameters or fields. Nested fields are listed below their field. */
export const fieldList = (fields: readonly Field[]): Html => html`<dl class="fields">
${fields.map(
  ({ name, schema, description, notes }) => html`<div>
<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${notes.map((note) => html` <span class="aside">${note}</span>`)}</dt>
<dd>${description && inline(description)}${fieldsOf(schema.items ?? schema)}</dd>
</div>
`,
)}</dl>`;

/** Returns the list of an object's fields; undefined for other schemas. */
export function fieldsOf({ properties, required = [] }: JsonSchema): Html | undefined {
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) return undefined;
  return fieldList(
    fields.map(([name, schema]) => ({
      name,
      schema,
      description: schema.description,
      notes: required.includes(name) ? [] : ['optional'],
    })),
  );
}

/** Returns the section about named schemas. */
export const schemaSection = (title: string, schemas: readonly NamedSchema[]): Html => html`<section>
<h2 id="schemas">${title}</h2>
${schemas.map(schemaArticle)}
</section>`;

export type NamedSchema = readonly [name: string, schema: JsonSchema];

const schemaArticle = ([name, schema]: NamedSchema): Html => html`<article>
<h3 id="${schemaAnchor(name)}">${name}</h3>
${schema.description && markdown(schema.description)}
${fieldsOf(schema) ?? html`<p class="type">${typeOf(schema)}</p>`}
${schema.pattern && !schema.format && html`<p>Pattern: <code>${schema.pattern}</code></p>`}
${schema.examples && html`<p>Such as ${listed(schema.examples.map(literal))}</p>`}
</article>
`;

/** Returns the schemas to which markup links, directly or through other schemas, in the order of `schemas`. */
export function schemasFor(body: Html, schemas: Readonly<Record<string, JsonSchema>>): NamedSchema[] {
  const named = Object.entries(schemas);
  const found = new Set<string>();
  const follow = ({ markup }: Html): void => {
    for (const entry of named)
      if (!found.has(entry[0]) && markup.includes(`href="#${schemaAnchor(entry[0])}"`)) {
        found.add(entry[0]);
        follow(schemaArticle(entry));
      }
  };
  follow(body);
  return named.filter(([name]) => found.has(name));
}

/** Returns the markup for an example of a body. */
export const exampleOf = (value: unknown): Html | false =>
  value !== undefined &&
  html`<pre><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
