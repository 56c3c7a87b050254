import './resources.ts';
import {
  type CsvColumn,
  type JsonBody,
  type MultipartBody,
  type OperationContract,
  takesPreconditions,
} from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { type OperationId, tableOfContents } from '../contract/tableOfContents.ts';
import { sessionCookieName } from '../http/sessionCookie.ts';
import { formOf } from './bodies.ts';
import { ErrorResponses } from './errors.ts';
import { deliveryHeaders, webhooksOf } from './events.ts';
import { responseHeaders, successHeadersOf } from './headers.ts';
import { introduction } from './introduction.ts';
import type {
  Content,
  OpenApi,
  Operation,
  PathItem,
  RequestBody,
  Response,
  SecurityScheme,
  Tag,
} from './model.ts';
import { operationTexts } from './operationTexts.ts';
import { Parameters } from './parameters.ts';
import { Schemas } from './schemas.ts';
import { isInSpecification } from './specification.ts';

/** The version of the interface (specification section 9), which is not that of the software. */
const interfaceVersion = '1.0.0';

/** A tag for each folder of handlers. */
const tags: Readonly<Record<string, Tag>> = {
  documents: { name: 'Documents', description: 'Upload a PDF, and share the document that it becomes.' },
  versions: { name: 'Versions', description: 'The PDFs of a document, one after the other.' },
  uploads: { name: 'Uploads', description: 'Files that are too large for a request.' },
  policies: { name: 'Policies', description: 'Governance policies, and the documents they are attached to.' },
  organization: { name: 'Organizations', description: 'An organization and its members.' },
  invitations: { name: 'Invitations', description: 'By which people become members of an organization.' },
  activity: { name: 'Activity', description: 'Who has read documents, and what was done with them.' },
  webhooks: { name: 'Webhooks', description: 'The endpoints that are told of what changes.' },
  apiKeys: { name: 'API keys', description: 'By which people and programs call the API.' },
  serviceAccounts: { name: 'Service accounts', description: 'Programs that act in an organization.' },
  events: { name: 'Events', description: 'What webhook endpoints get.' },
  me: { name: 'Me', description: 'Who calls, by which credential.' },
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'dgs_<live or test>_<key>',
    description: 'An API key, as `Authorization: Bearer <API_KEY>`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName('https://'),
    description:
      'The cookie of a person who signed in with a browser. A change needs the `Origin` of the service itself.',
  },
} as const satisfies Record<string, SecurityScheme>;

/** Makes the OpenAPI document of the contract. The stage that serves it puts its own address into `servers`. */
export function openApiDocument(): OpenApi {
  const schemas = new Schemas();
  const parameters = new Parameters(schemas);
  const errors = new ErrorResponses(schemas);
  const paths: Record<string, PathItem> = {};
  for (const operation of inOrder())
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        summary: operation.summary,
        description: operationTexts[operation.id].description,
        tags: [tagOf(operation).name],
        security: Object.keys(securitySchemes).map((scheme) => ({
          [scheme]: operation.permission === null ? [] : [operation.permission],
        })),
        parameters: parameters.of(operation),
        ...(operation.body && { requestBody: requestBodyOf(operation.id, operation.body, schemas) }),
        responses: {
          [operation.success.status]: successOf(operation, schemas),
          ...notModifiedOf(operation),
          ...errors.of(operation),
        },
        ...(!isInSpecification(operation.id) && { 'x-extension': true }),
      } satisfies Operation,
    };
  const webhooks = webhooksOf(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Document Governance Service',
      version: interfaceVersion,
      summary:
        'Documents that are shared in place of PDFs, with versions, access levels, policies and entry pages.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.values(tags),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { ...parameters.components(), ...deliveryHeaders },
      headers: responseHeaders,
      responses: errors.components(),
      schemas: schemas.components(),
    },
  };
}

/** Returns the operations in the order of the table of contents: that of modules' exports depends on what loads them. */
const inOrder = (): OperationContract[] =>
  (Object.keys(tableOfContents) as OperationId[]).map((id) => operations[id]);

function tagOf({ handler }: OperationContract): Tag {
  const [folder = ''] = handler.split('/');
  const tag = tags[folder];
  if (!tag) throw new Error(`The operations in functions/api/${folder} have no tag`);
  return tag;
}

function requestBodyOf(id: OperationId, body: JsonBody | MultipartBody, schemas: Schemas): RequestBody {
  const text = operationTexts[id];
  const content: Content =
    body.kind === 'json'
      ? {
          'application/json': {
            schema: schemas.of(body.schema, 'input'),
            example: 'request' in text ? text.request : undefined,
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

/** Returns the answer to a client that has the current representation already, where there is one. */
const notModifiedOf = (operation: OperationContract): Record<string, Response> =>
  operation.method === 'GET' && takesPreconditions(operation)
    ? {
        304: {
          description: 'What `If-None-Match` names is still right.',
          headers: successHeadersOf(operation),
        },
      }
    : {};

const csvOf = (columns: readonly CsvColumn[]) => ({
  schema: { type: 'string' },
  example: `${columns.map(([name]) => name).join()}\r\n`,
});

function successOf(operation: OperationContract, schemas: Schemas): Response {
  const { id, success } = operation;
  const text = operationTexts[id];
  const { shownOnce, schema } = success;
  return {
    description: text.success,
    headers: successHeadersOf(operation),
    ...(schema && {
      content: {
        'application/json': {
          schema: shownOnce
            ? { anyOf: [schema, shownOnce.without].map((one) => schemas.of(one, 'output')) }
            : schemas.of(schema, 'output'),
          example: 'response' in text ? text.response : undefined,
        },
        ...(operation.csv && { 'text/csv': csvOf(operation.csv) }),
      },
    }),
  };
}
