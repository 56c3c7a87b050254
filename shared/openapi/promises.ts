import {
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
  parametersOf,
  type Response,
} from './model.ts';

/**
 * Returns everything that a document promises to clients, one promise a line: operations, parameters, statuses, codes, fields with their
 * types and values, events. A later document must have all these lines.
 */
export function promisesOf(document: OpenApi): string[] {
  const { components } = document;
  const lines = new Set<string>();
  for (const [place, items] of [['', document.paths] as const, ['webhook ', document.webhooks] as const])
    for (const [path, item] of Object.entries(items))
      for (const [method, operation] of Object.entries(item)) {
        const id = operation.operationId;
        lines.add(`${place}${method.toUpperCase()} ${path}: ${id}`);
        for (const line of operationPromises(operation, document)) lines.add(`${id} ${line}`);
      }
  const sent = sentSchemas(document);
  for (const [name, schema] of Object.entries(components.schemas))
    for (const line of schemaPromises(schema, sent.has(name))) lines.add(`${name}${line}`);
  for (const [name, scheme] of Object.entries(components.securitySchemes))
    lines.add(`credential ${credentialNamed(name)}: ${scheme.type} ${scheme.scheme ?? scheme.name}`);
  return [...lines];
}

/**
 * The names of credentials in 1.0.0. Promises still have them. Requests do not carry these names, and in generated code they were the names
 * of the schemas `ApiKey` and `Session`.
 */
const firstNames: Readonly<Record<string, string>> = { bearerAuth: 'apiKey', cookieAuth: 'session' };
const credentialNamed = (name: string): string => firstNames[name] ?? name;

function operationPromises(operation: Operation, { components }: OpenApi): string[] {
  const answers = Object.entries(operation.responses).flatMap(([status, answer]) =>
    responsePromises(status, '$ref' in answer ? resolved(answer.$ref, components.responses) : answer).map(
      (line) => `${status}${line}`,
    ),
  );
  return [
    ...(operation.security ?? []).flatMap((one) =>
      Object.entries(one).map(([name, permissions]) =>
        ['takes', [credentialNamed(name), ...permissions].join(' with ')].join(' '),
      ),
    ),
    ...parametersOf(operation, components).flatMap(parameterPromises),
    ...contentPromises(operation.requestBody?.content).map((line) => `body${line}`),
    ...answers,
  ];
}

const parameterPromises = ({ name, in: place, required, schema }: Parameter): string[] => [
  `${place} ${name}${required ? '' : ' optional'}`,
  ...schemaPromises(schema).map((line) => `${place} ${name}${line}`),
];

const responsePromises = (status: string, { headers = {}, content = {} }: Response): string[] => [
  '',
  ...Object.keys(headers).map((name) => ` header ${name}`),
  ...contentPromises(content),
  // RFC 9457, section 3.1.2: a problem has the status of its response.
  ...('application/problem+json' in content ? [` application/problem+json.status = ${status}`] : []),
];

const contentPromises = (content: Response['content'] = {}): string[] =>
  Object.entries(content).flatMap(([mediaType, { schema, 'x-error-codes': codes = [] }]) =>
    [...schemaPromises(schema), ...codes.map((code) => `.error.code = ${code}`)].map(
      (line) => ` ${mediaType}${line}`,
    ),
  );

/** Returns the names of the schemas that bodies of requests have. */
const sentSchemas = ({ paths }: OpenApi): ReadonlySet<string> =>
  new Set(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema: { $ref } }) => ($ref === undefined ? [] : [nameIn($ref)])),
  );

/**
 * Returns the lines of a schema; a named schema has its own lines. A required field of an answer must stay required, and an optional field
 * of a request (`isSent`) must stay optional.
 */
function schemaPromises(schema: JsonSchema, isSent = false): string[] {
  const { $ref, type = [], items, anyOf = [], oneOf = [], properties = {}, required = [] } = schema;
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [
    ...($ref ? [`: ${nameIn($ref)}`] : []),
    ...[type].flat().map((one) => `: ${one}`),
    ...values.map((value) => ` = ${value}`),
    ...(schema.default === undefined ? [] : [` default ${schema.default}`]),
    ...[...anyOf, ...oneOf].flatMap((one) => schemaPromises(one)),
    ...(items ? schemaPromises(items).map((line) => `[]${line}`) : []),
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(type === 'object' ? fieldPromises(name, required.includes(name), isSent) : []),
      ...schemaPromises(property).map((line) => `.${name}${line}`),
    ]),
  ];
}

const fieldPromises = (name: string, isRequired: boolean, isSent: boolean): string[] => [
  ...(isRequired || isSent ? [`.${name}`] : []),
  ...(isRequired ? [] : [`.${name} optional`]),
];

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function resolved<T>(ref: string, components: Readonly<Record<string, T>>): T {
  const component = components[nameIn(ref)];
  if (component === undefined) throw new Error(`There is no ${ref}`);
  return component;
}
