import { expect } from 'vitest';
import * as z from 'zod/mini';
import { codeInProblem, type ErrorCode, errorCodes, problemCodes } from '../../shared/contract/errorCodes.ts';
import { errorEnvelope, gatewayError, problem } from '../../shared/contract/errors.ts';
import type { OperationContract, ResponseOf } from '../../shared/contract/operation.ts';
import { allOperations, type operations } from '../../shared/contract/operations.ts';
import type { CallRequest, Credentials } from './callRequest.ts';
import { expectDeclared } from './declared.ts';
import { exchange } from './exchange.ts';

export type { Actor, CallRequest, Credentials, SessionActor } from './callRequest.ts';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body of a success. If the call failed, reading it throws an error with the answer. */
  readonly body: T;
  /** The error in the envelope format; undefined when the call succeeded or the error is a problem. */
  readonly error: z.infer<typeof errorEnvelope>['error'] | undefined;
  readonly problem: z.infer<typeof problem> | undefined;
}

/** Operations by their ids: `call.getDocument({ path })`. */
type Methods = {
  readonly [I in keyof typeof operations]: (
    request?: CallRequest,
  ) => Promise<Answer<ResponseOf<(typeof operations)[I]>>>;
};

/** Calls an operation by its contract: `call(contract, request)`. */
type CallContract = <C extends OperationContract>(
  contract: C,
  request?: CallRequest,
) => Promise<Answer<ResponseOf<C>>>;

export type Client = CallContract & Methods;

/** Returns a client that compares every answer with the contract, and fails if they differ. */
export function clientOf(credentials: Credentials): Client {
  const call: CallContract = async (contract, request = {}) => {
    const { response, text } = await exchange(credentials, contract, request);
    expect(response.headers.get('x-request-id'), 'every response names its request').toMatch(/^[\w-]{8,}$/);
    const answer = read(contract, response, text);
    expectDeclared(contract, answer.status, answer.headers.get('x-error-code'));
    expectCode(answer);
    return answer;
  };
  const methods = allOperations.map((contract) => [
    contract.id,
    (request?: CallRequest) => call(contract, request),
  ]);
  return Object.assign(call, Object.fromEntries(methods) as Methods);
}

/** The codes that a problem can carry. */
const codesOfProblems: readonly (string | null)[] = [
  ...problemCodes,
  ...(Object.keys(errorCodes) as ErrorCode[]).map(codeInProblem),
];

/** Asserts that every error has its code in a header, and that other answers have no such header. */
function expectCode({ headers, error, problem }: Pick<Answer<unknown>, 'headers' | 'error' | 'problem'>) {
  const code = headers.get('x-error-code');
  if (error) expect(code, 'the header has the code of the body').toBe(error.code);
  else if (problem) expect(codesOfProblems, 'the header has a code of problems').toContain(code);
  else expect(code, 'only errors have a code').toBeNull();
}

/** Parses a response as the contract describes it. */
function read<C extends OperationContract>(
  contract: C,
  response: Response,
  text: string,
): Answer<ResponseOf<C>> {
  const { status, headers } = response;
  if (response.ok) {
    expect([contract.success.status, contract.success.existing]).toContain(status);
    return {
      status,
      headers,
      body: successBody(contract, headers, text),
      error: undefined,
      problem: undefined,
    };
  }
  expect(text, 'an error says nothing about the inside of the service').not.toMatch(insides);
  return {
    status,
    headers,
    get body(): never {
      throw new Error(`${contract.id} answered ${status}: ${text}`);
    },
    ...(status === 304
      ? notModified(text)
      : refusal(contract, status, headers.get('content-type'), JSON.parse(text))),
  };
}

/** Matches stack traces, messages of libraries and AWS identifiers. */
const insides = /node_modules|\.[cm]?[jt]s\b|\barn:|dynamo|\bzod\b|\w+(Error|Exception):|\bat \S+ \(/i;

function successBody<C extends OperationContract>(
  contract: C,
  headers: Headers,
  text: string,
): ResponseOf<C> {
  if (contract.success.schema === null) {
    expect(text).toBe('');
    return undefined as ResponseOf<C>;
  }
  expect(headers.get('content-type')).toBe('application/json');
  const { schema, shownOnce } = contract.success;
  const withheld = shownOnce && headers.has('idempotent-replayed') && !text.includes(`"${shownOnce.field}":`);
  return z.parse(withheld ? shownOnce.without : schema, JSON.parse(text)) as ResponseOf<C>;
}

function notModified(text: string): Pick<Answer<never>, 'error' | 'problem'> {
  expect(text).toBe('');
  return { error: undefined, problem: undefined };
}

function refusal(
  { errorFormat }: OperationContract,
  status: number,
  mediaType: string | null,
  body: unknown,
): Pick<Answer<never>, 'error' | 'problem'> {
  const both = z.safeParse(gatewayError, body);
  if (both.success) {
    expect(both.data.status).toBe(status);
    const { error, ...asProblem } = both.data;
    return { error, problem: asProblem };
  }
  if (errorFormat === 'envelope') {
    expect(mediaType).toBe('application/json');
    return { error: z.parse(errorEnvelope, body).error, problem: undefined };
  }
  expect(mediaType).toBe('application/problem+json');
  const parsed = z.parse(problem, body);
  expect(parsed.status).toBe(status);
  expect(parsed.errors !== undefined, 'a problem lists errors when it is 422, and only then').toBe(
    status === 422,
  );
  return { error: undefined, problem: parsed };
}
