/** The answers to requests that are not carried out, in both formats of the specification's section 7. */
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes } from '../contract/errorCodes.ts';
import { errorEnvelope, gatewayError, type Problem, problem } from '../contract/errors.ts';
import { type OperationContract, refusesUnknownQuery } from '../contract/operation.ts';
import { codeWords, invalidBodyStatus, type Status, statusMeanings } from '../contract/words/errorCodes.ts';
import { headersOf } from './headers.ts';
import type { JsonSchema, MediaType, Reference, Response } from './model.ts';
import { reference, type Schemas } from './schemas.ts';

const allCodes = Object.keys(errorCodes) as ErrorCode[];

/** Makes the error responses of operations, and collects those that several operations share. */
export class ErrorResponses {
  readonly #schemas: Schemas;
  readonly #shared = new Map<string, Response>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Returns the error responses of an operation, by status. */
  of(operation: OperationContract): Record<string, Response | Reference> {
    const codes = allCodes.filter((code) => codeWords[code].answeredBy?.(operation) ?? true);
    const ofCodes: readonly Status[] = codes.map((code) => errorCodes[code].status);
    const isProblem = operation.errorFormat === 'problem';
    const statuses = new Set([
      ...ofCodes,
      ...(isProblem && isUnprocessableAtTimes(operation) ? ([invalidBodyStatus] as const) : []),
    ]);
    return Object.fromEntries(
      [...statuses].map((status) => [
        status,
        isProblem
          ? this.#problem(status)
          : this.#envelope(
              status,
              codes.filter((code) => errorCodes[code].status === status),
            ),
      ]),
    );
  }

  components(): Record<string, Response> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The response is shared by operations that answer what all of them answer with its status. */
  #envelope(status: Status, codes: readonly ErrorCode[]): Response | Reference {
    const response: Response = {
      description: statusMeanings[status],
      headers: headersOf(status),
      content: {
        'application/json': {
          schema: {
            anyOf: [this.#schemas.of(errorEnvelope, 'output'), this.#schemas.of(gatewayError, 'output')],
            ...withCode(codes),
          },
          example: { error: exampleOf(status, codes) },
        },
      },
    };
    return codes.every(isCommon) ? this.#share(nameOf(status), response) : response;
  }

  #problem(status: Status): Reference {
    const content: Record<string, MediaType> = {
      'application/problem+json': {
        schema: { ...this.#schemas.of(problem, 'output'), properties: { status: { const: status } } },
        example: exampleProblem(status),
      },
    };
    const codes = allCodes.filter((code) => isCommon(code) && errorCodes[code].status === status);
    if (codes.length > 0)
      content['application/json'] = {
        schema: { ...this.#schemas.of(gatewayError, 'output'), ...withCode(codes) },
        example: { error: exampleOf(status, codes), ...exampleProblem(status) },
      };
    return this.#share(`${nameOf(status)}Problem`, {
      description: statusMeanings[status],
      headers: headersOf(status),
      content,
    });
  }

  #share(name: string, response: Response): Reference {
    this.#shared.set(name, response);
    return reference('responses', name);
  }
}

/** The body, the `Idempotency-Key` or the names in the query can be invalid, or the operation is refused for the last owner. */
const isUnprocessableAtTimes = (operation: OperationContract): boolean =>
  operation.body !== null ||
  operation.method === 'POST' ||
  operation.id === 'removeMember' ||
  refusesUnknownQuery(operation);

/** Every operation can answer the code, and so can API Gateway in its place. */
const isCommon = (code: ErrorCode): boolean => codeWords[code].answeredBy === undefined;

/** `TooManyRequests` */
const nameOf = (status: Status): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

/** Narrows the code of an error body. */
const withCode = (codes: readonly ErrorCode[]): Pick<JsonSchema, 'properties'> => ({
  properties: { error: { properties: { code: { enum: codes } }, additionalProperties: true } },
});

function exampleOf(status: Status, [code]: readonly ErrorCode[]) {
  if (code === undefined) throw new Error(`No code has the status ${status}`);
  return {
    type: errorCodes[code].type,
    message: codeWords[code].meaning,
    code,
    param: null,
    retry_after: status === 429 ? 12 : null,
  };
}

const exampleProblem = (status: Status): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? '',
  status,
  detail: statusMeanings[status],
  ...(status === invalidBodyStatus && {
    errors: [{ location: 'body.role', message: 'role must be one of owner, admin, member.', value: 'boss' }],
  }),
});
