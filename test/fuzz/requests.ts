import { readFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { openApiDocument } from '../../shared/openapi/document.ts';
import { type JsonSchema, type Operation, type Parameter, parametersOf } from '../../shared/openapi/model.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { almost, anyText, anyValue, valuesOf } from './values.ts';

const document = openApiDocument();
const pdf = Uint8Array.from(readFileSync(new URL('../fixtures/pdf/plain.pdf', import.meta.url)));

/** Ids of existing items, by the names of parameters in paths and headers. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** A generated request has fields in place of a form, so that a counterexample shows the fields. `formOf` makes the form. */
export interface GeneratedRequest extends Omit<CallRequest, 'form'> {
  readonly contract: OperationContract;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly payload?: Uint8Array<ArrayBuffer> | string;
}

/** Requests of every operation, from valid to random ones. */
export const requests = (known: Known): Arbitrary<GeneratedRequest> =>
  fc.oneof(...allOperations.map((contract) => requestsOf(contract, known)));

/** Operations whose fields depend on one another in a way that no schema says. */
const dependent: readonly string[] = [
  'createGroupEntry',
  'createRoomAccess',
  'createRoomItems',
  'updateRoomItem',
];

/** JSON bodies that the OpenAPI document allows. The requests are about existing items, and come from callers who may change them. */
export const allowedRequests = (known: Known): Arbitrary<GeneratedRequest> =>
  fc.oneof(
    ...allOperations.flatMap((contract) => {
      const { requestBody } = operationOf(contract);
      const schema = requestBody?.content['application/json']?.schema;
      const path = Object.fromEntries(Object.entries(known).map(([name, [first = '']]) => [name, first]));
      return schema && !dependent.includes(contract.id)
        ? [valuesOf(schema).map((json): GeneratedRequest => ({ contract, path, json }))]
        : [];
    }),
  );

function operationOf(contract: OperationContract): Operation {
  const operation = document.paths[contract.path]?.[contract.method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${contract.id}`);
  return operation;
}

function requestsOf(contract: OperationContract, known: Known): Arbitrary<GeneratedRequest> {
  const operation = operationOf(contract);
  const parameters = parametersOf(operation, document.components);
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  return fc
    .record({
      contract: fc.constant(contract),
      as: fc.constantFrom<(Actor | null)[]>('owner', 'owner', 'admin', 'member', 'read_only', 'staff', null),
      path: fc.record(byName(inPath, (one) => segments(one, known))),
      query: fc.subarray(inQuery).chain((some) => fc.record(byName(some, textsOf))),
      body: bodies(operation),
      headers: fc
        .subarray(parameters.filter((one) => one.in === 'header'))
        .chain((some) => fc.record(byName(some, (one) => headerValues(one, known)))),
    })
    .map(({ body, headers, ...request }) => ({
      ...request,
      ...body,
      headers: { ...('headers' in body ? body.headers : {}), ...headers },
    }));
}

const byName = <T>(parameters: readonly Parameter[], each: (one: Parameter) => T): Record<string, T> =>
  Object.fromEntries(parameters.map((one) => [one.name, each(one)]));

const textsOf = ({ schema }: Parameter): Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: valuesOf(schema).map(String) }, { weight: 1, arbitrary: anyText });

/**
 * Segments of a path. `.`, `..` and empty segments are left out: clients resolve the first two (RFC 3986, 5.2.4), and an empty segment
 * leads to another route.
 */
const segments = (parameter: Parameter, known: Known): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(known[parameter.name] ?? ['unknown'])) },
    { weight: 1, arbitrary: textsOf(parameter).filter((text) => !/^\.{0,2}$/.test(text)) },
  );

type Body = Pick<GeneratedRequest, 'json' | 'raw' | 'headers' | 'fields' | 'payload'>;

function bodies({ requestBody }: Operation): Arbitrary<Body> {
  const json = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const none = fc.constant<Body>({});
  const raw = fc.record<Body>({
    raw: anyText,
    headers: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'é/;=').map(ofType),
  });
  if (json)
    return fc.oneof(
      ...[valuesOf(json), almost(json), anyValue].map((values) =>
        values.map((value): Body => ({ json: value })),
      ),
      raw,
      none,
    );
  return form ? fc.oneof({ weight: 4, arbitrary: forms(form) }, { weight: 1, arbitrary: raw }, none) : none;
}

const ofType = (type: string) => ({ 'Content-Type': type });

const forms = (schema: JsonSchema): Arbitrary<Body> =>
  fc.record<Body>({
    fields: fc.oneof(valuesOf(schema), almost(schema)).map((fields) => ({ ...Object(fields) })),
    payload: fc.oneof(
      fc.constant(pdf),
      fc.constant('%PDF-1.7 and no more'),
      anyText,
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
    ),
  });

/** Header values of ASCII without control characters, because `fetch` sends no others. */
const headerValues = (parameter: Parameter, known: Known): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...(known[parameter.name] ?? ['*']), ''),
    textsOf(parameter).filter((text) => /^[\x20-\x7e]*$/.test(text)),
  );

/** Returns the form of a generated request; undefined if it has another body, or none. */
export function formOf({ fields, payload }: GeneratedRequest): FormData | undefined {
  if (payload === undefined) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {}))
    if (name !== 'payload' && value !== undefined)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('payload', new Blob([payload]), 'contract.pdf');
  return form;
}
