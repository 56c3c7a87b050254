import * as z from 'zod/mini';
import { described, type Words } from '../contract/words/named.ts';
import type { JsonSchema, Reference } from './model.ts';

export const reference = (kind: string, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

type JsonOfZod = z.core.JSONSchema.BaseSchema;

/** Makes JSON Schemas from zod schemas, and collects the named schemas that these JSON Schemas refer to. */
export class Schemas {
  readonly #components = new Map<string, JsonSchema>();

  /**
   * Answers are open: later releases may add fields, so a client that is generated today must accept them. A schema that requests and answers
   * share is open too, and the service still refuses unknown fields of a request.
   *
   * @param io `input` for what clients send, `output` for what they get
   */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    // zod makes a reference to a named schema only inside another schema, so the schema is wrapped in an array.
    const { items, $defs = {} } = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any', override });
    const form = io === 'output' ? opened : (given: JsonSchema) => given;
    for (const [name, definition] of Object.entries($defs)) this.#add(name, form(published(definition)));
    return form(published(items));
  }

  /** Returns the named schemas by their names. Throws if no other schema refers to a named schema. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries(
      [...described.keys()].sort().map((name) => {
        const schema = this.#components.get(name);
        if (!schema) throw new Error(`Nothing uses the schema ${name}`);
        return [name, schema];
      }),
    );
  }

  #add(name: string, definition: JsonSchema): void {
    const about = described.get(name);
    if (!about) throw new Error(`The schema ${name} was not named by named()`);
    const schema = withDescriptions(definition, about);
    const before = this.#components.get(name);
    const isSame = !before || JSON.stringify(before) === JSON.stringify(schema);
    if (!isSame && JSON.stringify(opened(before)) !== JSON.stringify(opened(schema)))
      throw new Error(`The schema ${name} is not the same in requests and responses: they need two names`);
    this.#components.set(name, isSame ? schema : opened(schema));
  }
}

/**
 * Throws if zod has no JSON Schema for a type. Other facts that zod cannot express are in zod's registry (`events.ts`), or not published.
 * Removes patterns of dates: generated clients read a date as a type of their language, and cannot match this value.
 */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonOfZod }): void {
  if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern;
  const { type } = zodSchema._zod.def;
  const isSilent = Object.keys(jsonSchema).length === 0;
  if (isSilent && type !== 'any' && type !== 'unknown')
    throw new Error(`zod has no JSON Schema for the type ${type}`);
}

/** Makes references lead to components, and removes the keyword `id`, which means nothing to clients. */
const published = (schema: unknown): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    ).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );

/** Returns a schema whose objects may have further properties. Some generators refuse them where a schema does not say so. */
const opened = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && value === false ? true : value,
    ),
  );

function withDescriptions(
  definition: JsonSchema,
  { description, fields = {}, extensions = [], examples }: Words,
): JsonSchema {
  const properties = Object.entries(definition.properties ?? {}).map(([name, schema]) => [
    name,
    { ...schema, description: fields[name], ...(extensions.includes(name) && { 'x-extension': true }) },
  ]);
  return {
    description,
    ...definition,
    ...(definition.properties && { properties: Object.fromEntries(properties) }),
    ...(examples && { examples }),
  };
}
