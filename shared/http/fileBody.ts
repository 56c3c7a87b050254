import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ApiError, invalidRequest } from '../access/errors.ts';
import type { FileBody, ResponseOf } from '../contract/operation.ts';
import { parameterizedHeader } from './headerParameters.ts';
import { type OperationRequest, type RepeatableContract, run } from './operation.ts';
import { parsedResponse } from './success.ts';

/** The request as the handler of a file gets it. */
interface FileRequest<C extends RepeatableContract> extends OperationRequest<C> {
  readonly file: Uint8Array;
  /** One of the media types of the contract. */
  readonly mediaType: string;
}

/** Returns an `operation` whose body is one file. */
export const fileOperation = <const C extends RepeatableContract & { readonly body: FileBody }>(
  contract: C,
  handle: (request: FileRequest<C>) => Promise<ResponseOf<C>>,
) =>
  run(
    contract,
    [
      {
        before: ({ event, context }) => {
          context.file = fileIn(event, contract.body);
        },
      },
    ],
    async (request, { file }) => {
      if (!file) throw new Error('the file was not read');
      return parsedResponse(contract, await handle({ ...request, ...file }));
    },
  );

/** Returns the error for a file that does not fit. `what` continues the message. */
export const wrongFile = (what: string): ApiError =>
  invalidRequest({
    code: 'invalid_value',
    location: 'body',
    param: null,
    message: `The body ${what}.`,
    unprocessable: true,
  });

/**
 * Returns the file of a request. API Gateway passes only bodies of a binary media type unchanged, and in Base64. Throws an ApiError for
 * another media type, and for a file that is empty or too large.
 */
function fileIn(
  { headers, body, isBase64Encoded }: APIGatewayProxyEvent,
  { mediaTypes, maxBytes }: FileBody,
): { readonly file: Uint8Array; readonly mediaType: string } {
  const mediaType = parameterizedHeader(headers['content-type'] ?? '')?.value ?? '';
  const isBinary = isBase64Encoded || !body;
  if (!mediaTypes.includes(mediaType) || !isBinary)
    throw wrongFile(`must be a file whose Content-Type is ${mediaTypes.join(' or ')}`);
  const file = Buffer.from(body ?? '', 'base64');
  if (file.length === 0) throw wrongFile('is empty');
  if (file.length > maxBytes) throw wrongFile(`must have at most ${maxBytes} bytes`);
  return { file, mediaType };
}
