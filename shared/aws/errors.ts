import type {
  ClientProtocol,
  HandlerExecutionContext,
  HttpRequest,
  HttpResponse,
  SerdeFunctions,
} from '@smithy/types';

interface Failure extends Error {
  readonly $metadata?: object;
}

/** Errors do not depend on what was asked. */
const anyOperation = { namespace: '', name: '', traits: 0, input: 'unit', output: 'unit' } as const;

/** Returns the SDK's error of an answer, with the answer, by whose headers the retries and the clock go. */
export async function errorOf(
  config: SerdeFunctions & { readonly protocol: object },
  context: HandlerExecutionContext,
  response: HttpResponse,
): Promise<unknown> {
  const protocol = config.protocol as ClientProtocol<HttpRequest, HttpResponse>;
  try {
    return await protocol.deserializeResponse(anyOperation, { ...config, ...context }, response);
  } catch (error) {
    // What cannot be read, as a proxy's, is tried again for its status.
    const $metadata = { httpStatusCode: response.statusCode, ...(error as Failure).$metadata };
    return Object.assign(error as Failure, { $metadata, $response: response });
  }
}
