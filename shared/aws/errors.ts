import type { Attributes } from './attributes.ts';
import type { Answer } from './connections.ts';
import {
  decorateServiceException,
  loadJsonRpcErrorCode,
  loadRestXmlErrorCode,
  parseXmlErrorBody,
  ServiceException,
} from './sdk.ts';

/** An error, as the body of an answer describes it. */
export interface Failure {
  /** Undefined if the answer does not name its error. */
  readonly name: string | undefined;
  readonly fields: object;
}

/** Reads an error of a JSON protocol. Throws if the answer comes from something else, such as a proxy. */
export function jsonFailure(answer: Answer): Failure {
  const fields = answer.body.length > 0 ? JSON.parse(answer.body.toString()) : {};
  return { name: loadJsonRpcErrorCode(answer, fields), fields };
}

/** The SDK's parser uses this argument only to read a stream. The answer's body is complete already. */
const noStream = {} as Parameters<typeof parseXmlErrorBody>[1];

/** Reads an error of S3, in XML. */
export async function xmlFailure(answer: Answer): Promise<Failure> {
  const fields = await parseXmlErrorBody(answer.body, noStream);
  return { name: loadRestXmlErrorCode(answer, fields), fields };
}

/** Returns the error of an answer, with the fields that the SDK's error has. The SDK's retries read the headers in `$response`. */
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
    // The SDK's retries read the status, so the error of an unreadable answer has it too.
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
  /** The stored item, if it did not meet the condition of a write and the write asked for the item. */
  readonly Item?: Attributes;
  /** The reasons why a transaction was cancelled, one for each write. */
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

/** Returns whether an error is a store's answer with one of these names. */
export const isAnswer = (error: unknown, ...names: readonly string[]): error is ErrorAnswer =>
  error instanceof ServiceException && names.includes(error.name);
