/** The answers to refused requests, in both formats of specification section 7. */
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes } from '../contract/errorCodes.ts';
import { errorEnvelope, gatewayError, type Problem, problem } from '../contract/errors.ts';
import type { OperationContract } from '../contract/operation.ts';
import { codeWords, invalidBodyStatus, type Status, statusMeanings } from '../contract/words/errorCodes.ts';
import { type Code, codesOf } from './codes.ts';
import { headersOf } from './headers.ts';
import type { MediaType, Reference, Response } from './model.ts';
import { reference, type Schemas } from './schemas.ts';
import { isInSpecification } from './specification.ts';

const allCodes = Object.keys(errorCodes) as ErrorCode[];

/** The codes with which API Gateway refuses a request before the request reaches an operation. */
const codesOfGateway = [
  'invalid_value',
  'file_too_large',
  'missing_api_key',
  'invalid_api_key',
  'invalid_session',
  'insufficient_permissions',
  'resource_not_found',
  'rate_limit_exceeded',
  'internal_error',
] as const satisfies ErrorCode[];

/** Makes the error responses of operations, and collects the responses that several operations share. */
export class ErrorResponses {
  readonly #schemas: Schemas;
  readonly #shared = new Map<string, Response>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Returns the error responses of an operation, by status. */
  of(operation: OperationContract): Record<string, Response | Reference> {
    const codes = codesOf(operation);
    const reserved = reservedStatuses(operation).filter((status) => codes[status] === undefined);
    return Object.fromEntries([
      ...reserved.map((status) => [status, this.#reserved(status)]),
      ...Object.entries(codes).map(([status, ofStatus]) => [
        status,
        operation.errorFormat === 'problem'
          ? this.#problem(Number(status) as Status)
          : this.#envelope(Number(status) as Status, ofStatus),
      ]),
    ]);
  }

  components(): Record<string, Response> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the response of a status in the envelope format. Operations with exactly the codes of API Gateway share one response. */
  #envelope(status: Status, codes: readonly Code[]): Response | Reference {
    const response = this.#response(status, codes);
    return codes.join() === gatewayCodesOf(status).join() ? this.#share(nameOf(status), response) : response;
  }

  /** Returns the response of a status that the specification lists but the operation never answers. */
  #reserved(status: Status): Reference {
    return this.#share(`Reserved${nameOf(status)}`, {
      ...this.#response(status, gatewayCodesOf(status)),
      description: 'The specification lists this status. The operation does not answer it.',
    });
  }

  #response(status: Status, codes: readonly Code[]): Response {
    const before = gatewayCodesOf(status);
    const own = this.#schemas.of(errorEnvelope, 'output');
    const ofGateway = this.#schemas.of(gatewayError, 'output');
    const first = allCodes.filter((code) => codes.includes(code));
    return {
      description: statusMeanings[status],
      headers: headersOf(status),
      content: {
        'application/json': {
          schema: before.length > 0 ? { anyOf: [own, ofGateway] } : own,
          'x-error-codes': [...new Set([...codes, ...before])],
          example: { error: exampleOf(status, first) },
        },
      },
    };
  }

  #problem(status: Status): Reference {
    const content: Record<string, MediaType> = {
      'application/problem+json': {
        schema: this.#schemas.of(problem, 'output'),
        example: exampleProblem(status),
      },
    };
    const codes = gatewayCodesOf(status);
    if (codes.length > 0)
      content['application/json'] = {
        schema: this.#schemas.of(gatewayError, 'output'),
        'x-error-codes': codes,
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

/** Specification 7.1 lists these statuses for every operation on documents, versions, policies of documents and entry pages. */
const reservedStatuses = ({ id, errorFormat }: OperationContract): readonly Status[] =>
  errorFormat === 'envelope' && isInSpecification(id) ? [400, 401, 403, 404, 429, 500] : [];

/** Returns the codes of a status with which API Gateway itself refuses a request. */
const gatewayCodesOf = (status: Status): ErrorCode[] =>
  codesOfGateway.filter((code) => errorCodes[code].status === status);

/** Returns the name of a status, such as `TooManyRequests`. */
const nameOf = (status: Status): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

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
