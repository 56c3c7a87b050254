/** The parts of OpenAPI 3.1 that the published document uses (https://spec.openapis.org/oas/v3.1.1). */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** The names of the values in generated code, in the order of `enum`. Default: each generator makes its own */
  readonly 'x-enum-varnames'?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface MediaType {
  readonly schema: JsonSchema;
  /** Of errors in the envelope format, and of those of API Gateway: the values that `error.code` can have. */
  readonly 'x-error-codes'?: readonly string[];
  readonly example?: unknown;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Content;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** References, except in webhooks: generators leave out components that only webhooks use. */
  readonly parameters?: readonly (Reference | Parameter)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** Set on operations that clients never send: openapi-generator leaves them out. */
  readonly 'x-internal'?: boolean;
  /** Set on operations that the specification does not have. */
  readonly 'x-extension'?: boolean;
  /** The codes in `X-Error-Code` that the operation answers, by status. Operations for events have none. */
  readonly 'x-error-codes'?: Readonly<Record<string, readonly string[]>>;
}

/** The operations of a path, by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>;

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly in?: string;
  readonly name?: string;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** Returns the parameters of an operation, also those that are components. */
export const parametersOf = (
  { parameters = [] }: Operation,
  components: Pick<OpenApi['components'], 'parameters'>,
): Parameter[] =>
  parameters.flatMap((one) =>
    '$ref' in one ? (components.parameters[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)] ?? []) : one,
  );
