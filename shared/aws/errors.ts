import { loadRestXmlErrorCode, parseXmlErrorBody } from '@aws-sdk/core/protocols';
import { decorateServiceException, ServiceException } from '@smithy/core/client';
import { loadJsonRpcErrorCode } from '@smithy/core/protocols';
import type { Attributes } from './attributes.ts';
import type { Answer } from './connections.ts';

/** An error as the body of an answer has it. */
export interface Failure {
  /** Undefined if the answer has no name of an error. */
  readonly name: string | undefined;
  readonly fields: object;
}

/** Reads an error of a JSON protocol. Throws if the answer comes from something else, such as a proxy. */
export function jsonFailure(answer: Answer): Failure {
  const fields = answer.body.length > 0 ? JSON.parse(answer.body.toString()) : {};
  return { name: loadJsonRpcErrorCode(answer, fields), fields };
}

/** The answer's body is complete, so the SDK's parser needs nothing to read a stream. */
const noStream = {} as Parameters<typeof parseXmlErrorBody>[1];

/** The same for an error of S3. */
export async function xmlFailure(answer: Answer): Promise<Failure> {
  const fields = await parseXmlErrorBody(answer.body, noStream);
  return { name: loadRestXmlErrorCode(answer, fields), fields };
}

/** Returns the error of an answer, with the fields that the SDK's error has. The SDK's retries read the answer's headers. */
export async function errorOf(
  answer: Answer,
  read: (answer: Answer) => Failure | Promise<Failure>,
): Promise<Error> {
  const { statusCode: httpStatusCode, headers } = answer;
  const response = { $response: answer };
  try {
    const { name = 'Unknown', fields } = await read(answer);
    const exception = new ServiceException({
      name,
      $fault: httpStatusCode < 500 ? 'client' : 'server',
      $metadata: { httpStatusCode, ...requestIdsIn(headers) },
    });
    return Object.assign(decorateServiceException(exception, fields), response);
  } catch (error) {
    // An unreadable answer keeps its status, so that it is retried.
    return Object.assign(error as Error, { $metadata: { httpStatusCode }, ...response });
  }
}

/** Support at AWS asks for these ids. */
function requestIdsIn(headers: Answer['headers']) {
  const requestId = headers['x-amzn-requestid'] ?? headers['x-amz-request-id'];
  const extendedRequestId = headers['x-amz-id-2'];
  return {
    ...(requestId !== undefined && { requestId }),
    ...(extendedRequestId !== undefined && { extendedRequestId }),
  };
}

/** A store's answer with an error. */
interface ErrorAnswer extends ServiceException {
  /** The item that did not meet the condition of a write that asked for it. */
  readonly Item?: Attributes;
  /** Why a transaction was cancelled, for each of its writes. */
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

/** Returns whether an error is a store's answer with one of these names. */
export const isAnswer = (error: unknown, ...names: readonly string[]): error is ErrorAnswer =>
  error instanceof ServiceException && names.includes(error.name);
