/** The answers to requests that are not carried out, in both formats of the specification's section 7. */
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, errorTypes } from '../contract/errorCodes.ts';
import { errorEnvelope, gatewayError, type Problem, problem } from '../contract/errors.ts';
import type { OperationContract } from '../contract/operation.ts';
import { codeTexts } from './codes.ts';
import { headersOf } from './headers.ts';
import type { JsonSchema, MediaType, Reference, Response } from './model.ts';
import { named, reference, type Schemas } from './schemas.ts';

const error = errorEnvelope.shape.error;
const allCodes = Object.keys(errorCodes) as ErrorCode[];

named('Error', errorEnvelope, {
  description: 'The error of an operation on documents, with all that is theirs, and on uploads.',
  fields: { error: 'What was wrong.' },
});
named('ErrorDetail', error, {
  description: 'What was wrong with a request, or while it was carried out.',
  fields: {
    type: 'The kind of error, which follows from the code.',
    message: 'A sentence for people. It may change.',
    code: 'The error, for programs.',
    param: 'The parameter, field or header at fault; null when none is.',
    retry_after: 'The seconds to wait before the request can be sent again; null when that would not help.',
  },
});
named('ErrorType', error.shape.type, { description: 'The kind of an error.', examples: [errorTypes[0]] });
named('ErrorCode', error.shape.code, {
  description: allCodes
    .map((code) => `- \`${code}\` (${errorCodes[code].status}): ${codeTexts[code].meaning}`)
    .join('\n'),
});
const problemFields = {
  type: 'Always `about:blank`: the status says what kind of problem it is.',
  title: 'The phrase of the status.',
  status: 'The status of the response.',
  detail: 'A sentence for people. It may change.',
  errors: 'With 422, everything that is wrong with what was sent.',
};
named('Problem', problem, {
  description:
    'The error of an operation elsewhere than on documents and uploads ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)).',
  fields: problemFields,
});
named('GatewayError', gatewayError, {
  description:
    'The error of a request that does not reach its operation, such as one that is too large: both formats in one body.',
  fields: { error: 'What was wrong.', ...problemFields },
});

type Status = (typeof errorCodes)[ErrorCode]['status'] | typeof invalidBodyStatus;

/** In the problem format, a body that is there but wrong. */
const invalidBodyStatus = 422;

const meanings: Readonly<Record<Status, string>> = {
  400: 'The request is malformed: nothing was changed.',
  401: 'The request has no credential that is valid.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or the caller may not see it.',
  412: 'The state has changed: nothing was changed by the request.',
  422: 'The request is well-formed, but its content cannot be taken: nothing was changed.',
  429: 'Nothing was changed; the request can be sent again after `Retry-After`.',
  500: 'Something went wrong in the service. It was not the request’s fault.',
};

/** Makes the error responses of operations, and collects those that several operations share. */
export class ErrorResponses {
  readonly #schemas: Schemas;
  readonly #shared = new Map<string, Response>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Returns the error responses of an operation, by status. */
  of(operation: OperationContract): Record<string, Response | Reference> {
    const codes = allCodes.filter((code) => codeTexts[code].answeredBy?.(operation) ?? true);
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
      description: meanings[status],
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
      description: meanings[status],
      headers: headersOf(status),
      content,
    });
  }

  #share(name: string, response: Response): Reference {
    this.#shared.set(name, response);
    return reference('responses', name);
  }
}

/** Its body or its `Idempotency-Key` can be wrong, or there is somebody whom it must not take: the last owner. */
const isUnprocessableAtTimes = ({ id, body, method }: OperationContract): boolean =>
  body !== null || method === 'POST' || id === 'removeMember';

/** Every operation can answer the code, and so can API Gateway in its place. */
const isCommon = (code: ErrorCode): boolean => codeTexts[code].answeredBy === undefined;

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
    message: codeTexts[code].meaning,
    code,
    param: null,
    retry_after: status === 429 ? 12 : null,
  };
}

const exampleProblem = (status: Status): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? '',
  status,
  detail: meanings[status],
  ...(status === invalidBodyStatus && {
    errors: [{ location: 'body.role', message: 'role must be one of owner, admin, member.', value: 'boss' }],
  }),
});
