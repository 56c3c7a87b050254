/** Names in generated code. */
import type { JsonSchema } from './model.ts';

/** Returns a name in upper camel case, as most generators write types: `webhook-id` becomes `WebhookId`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());

/** Returns a name in upper snake case, as most generators write constants: `WebhookId` becomes `WEBHOOK_ID`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

/**
 * Names the constants of enumerations. In Go, all constants of a package have different names. So a value that two enumerations have gets
 * the name of its enumeration too, such as `DELIVERY_STATUS_FAILED`.
 */
export function withConstants(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const constants = Object.values(schemas).flatMap(({ enum: values = [] }) => values.map(constantOf));
  const isShared = (constant: string): boolean =>
    constants.indexOf(constant) !== constants.lastIndexOf(constant);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const own = schema.enum?.map(constantOf) ?? [];
      if (!own.some(isShared)) return [name, schema];
      const names = own.map((constant) => (isShared(constant) ? `${snakeCase(name)}_${constant}` : constant));
      return [name, { ...schema, 'x-enum-varnames': names }];
    }),
  );
}

const constantOf = (value: unknown): string => snakeCase(String(value));
