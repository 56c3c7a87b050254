import '../contract/words/common.ts';
import { sessionCookieName } from '../contract/headers.ts';
import { type CsvColumn, type OperationContract, takesPreconditions } from '../contract/operation.ts';
import { allOperations } from '../contract/operations.ts';
import { tableOfContents } from '../contract/tableOfContents.ts';
import { deliveryTag } from '../contract/words/events.ts';
import { responseHeaders } from '../contract/words/headers.ts';
import { introduction } from '../contract/words/introduction.ts';
import type { OperationWords } from '../contract/words/named.ts';
import { operationWords, tags } from '../contract/words/operations.ts';
import { formOf } from './bodies.ts';
import { codesOf } from './codes.ts';
import { ErrorResponses } from './errors.ts';
import { webhooksOf } from './events.ts';
import { successHeadersOf } from './headers.ts';
import type {
  Content,
  OpenApi,
  Operation,
  PathItem,
  RequestBody,
  Response,
  SecurityScheme,
} from './model.ts';
import { withConstants } from './names.ts';
import { Parameters } from './parameters.ts';
import { Schemas } from './schemas.ts';
import { isInSpecification } from './specification.ts';

/** The version of the contract (specification section 9). The release of the software is another number. */
const contractVersion = '1.0.0';

const securitySchemes = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'dgs_<live or test>_<key>',
    description: 'An API key, as `Authorization: Bearer <API_KEY>`.',
  },
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName('https://'),
    description:
      'The cookie of a person who signed in with a browser. A change needs the `Origin` of the service itself.',
  },
} as const satisfies Record<string, SecurityScheme>;

/** Returns the credentials with which a caller can call an operation. */
const schemesOf = ({ sessionOnly }: OperationContract): string[] =>
  sessionOnly ? ['cookieAuth'] : Object.keys(securitySchemes);

/** Makes the OpenAPI document of the contract. The stage that serves the document puts its own address into `servers`. */
export function openApiDocument(): OpenApi {
  const schemas = new Schemas();
  const parameters = new Parameters(schemas);
  const errors = new ErrorResponses(schemas);
  const paths: Record<string, PathItem> = {};
  for (const operation of inOrder()) {
    const words: OperationWords = operationWords[operation.id];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        summary: operation.summary,
        description: words.description,
        tags: [tagOf(operation)],
        security: schemesOf(operation).map((scheme) => ({
          [scheme]: operation.permission === null ? [] : [operation.permission],
        })),
        parameters: parameters.of(operation),
        ...(operation.body && { requestBody: requestBodyOf(operation.body, words, schemas) }),
        responses: {
          ...existingOf(operation, words, schemas),
          [operation.success.status]: successOf(operation, words, schemas),
          ...notModifiedOf(operation),
          ...errors.of(operation),
        },
        'x-error-codes': codesOf(operation),
        ...(!isInSpecification(operation.id) && { 'x-extension': true }),
      } satisfies Operation,
    };
  }
  const webhooks = webhooksOf(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Document Governance Service',
      version: contractVersion,
      summary:
        'Documents that are shared in place of PDFs, with versions, access levels, policies and entry pages.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...Object.values(tags), deliveryTag],
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: parameters.components(),
      headers: responseHeaders,
      responses: errors.components(),
      schemas: withConstants(schemas.components()),
    },
  };
}

/**
 * Returns the operations in the order of the table of contents. The order in `allOperations` depends on the order in which modules load.
 */
const inOrder = (): OperationContract[] => {
  const ids = Object.keys(tableOfContents);
  return allOperations.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

const tagOf = ({ handler }: OperationContract): string =>
  tags[handler.slice(0, handler.indexOf('/')) as keyof typeof tags].name;

function requestBodyOf(
  body: NonNullable<OperationContract['body']>,
  words: OperationWords,
  schemas: Schemas,
): RequestBody {
  if (body.kind === 'file') {
    const file = { schema: { type: 'string', format: 'binary' } };
    const content = Object.fromEntries(body.mediaTypes.map((type) => [type, file]));
    return { description: words.requestBody?.description ?? '', required: true, content };
  }
  const content: Content =
    body.kind === 'json'
      ? {
          'application/json': {
            schema: schemas.of(body.schema, 'input'),
            example: words.request,
          },
        }
      : {
          'multipart/form-data': {
            schema: schemas.of(formOf(body), 'input'),
            encoding: { [body.file]: { contentType: 'application/pdf' } },
          },
        };
  return { required: true, content };
}

/** Returns the 304 response, for operations whose answers a client can keep and revalidate. */
const notModifiedOf = (operation: OperationContract): Record<string, Response> =>
  operation.method === 'GET' && takesPreconditions(operation)
    ? {
        304: {
          description: 'The client’s copy, named by `If-None-Match`, is still current.',
          headers: successHeadersOf(operation),
        },
      }
    : {};

/** Returns the answer of a POST that found its resource there, if the operation has one. */
function existingOf(
  operation: OperationContract,
  words: OperationWords,
  schemas: Schemas,
): Record<string, Response> {
  const { existing } = operation.success;
  if (existing === undefined) return {};
  const { Location: _none, ...headers } = successHeadersOf(operation);
  return {
    [existing]: { ...successOf(operation, words, schemas), description: words.existing ?? '', headers },
  };
}

const csvOf = (columns: readonly CsvColumn[]) => ({
  schema: { type: 'string' },
  example: `${columns.map(([name]) => name).join()}\r\n`,
});

function successOf(operation: OperationContract, words: OperationWords, schemas: Schemas): Response {
  const { id, success } = operation;
  const { shownOnce, schema } = success;
  const published = schema && schemas.of(schema, 'output');
  // Every response schema with properties must have a name. Types cannot enforce this.
  if (Object.keys(published?.properties ?? {}).length > 0)
    throw new Error(
      `The answer of ${id} has no name: add responseBody to its words in shared/contract/words`,
    );
  return {
    description: words.success,
    headers: successHeadersOf(operation),
    ...(published && {
      content: {
        'application/json': {
          schema: shownOnce ? { anyOf: [published, schemas.of(shownOnce.without, 'output')] } : published,
          example: words.response,
        },
        ...(operation.csv && { 'text/csv': csvOf(operation.csv) }),
      },
    }),
  };
}
