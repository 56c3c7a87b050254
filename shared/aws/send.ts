import type {
  DeserializeMiddleware,
  FinalizeRequestMiddleware,
  Handler,
  HttpRequest,
  HttpResponse,
  MetadataBearer,
  SerializeMiddleware,
} from '@smithy/types';
import { memory } from '../runtime/memory.ts';
import { type Answer, type ConnectionLimits, connections } from './connections.ts';
import { errorOf, type Failure } from './errors.ts';
import { constructStack, getRecursionDetectionPlugin, getRetryPlugin } from './sdk.ts';
import type { Settings } from './settings.ts';
import { signerFor } from './signature.ts';

/** A request of one operation, before it is signed. */
export interface UnsignedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The encoded path, to be added to the path of `url`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array | undefined;
  readonly requestTimeout?: number | undefined;
}

/** Returns the request of an operation of a JSON protocol. */
export const jsonRequest = (
  url: URL,
  target: string,
  body: string,
  others?: Readonly<Record<string, string>>,
): UnsignedRequest => ({
  url,
  method: 'POST',
  path: '/',
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, ...others },
  body,
});

/** The encoding of a service's operations. */
interface Wording<I, O> {
  request(operation: string, input: I): Promise<UnsignedRequest>;
  output(answer: Answer, input: I): O;
  failure(answer: Answer): Failure | Promise<Failure>;
  /** The real status, for services that begin an answer before the operation has ended. */
  statusOf?(answer: Answer, input: I): number;
}

/**
 * Returns a client that sends a service's operations: it builds, signs, sends and retries a request, and reads the answer or the error. The
 * SDK's own commands take at least four times the CPU, because each call resolves the endpoint, builds the middlewares and walks through
 * schemas. The SDK's clients take twice the time to load. The SDK's functions read settings, credentials and errors, decide endpoints and
 * retries, and add trace headers.
 */
export function sender<I extends object, O extends object>(
  settings: Settings,
  limits: ConnectionLimits,
  wording: Wording<I, O>,
) {
  type Output = O & MetadataBearer;
  const transport = connections(limits);
  const sign = signerFor(settings.signingName);
  const skewMilliseconds = memory(() => 0);

  const serialize: SerializeMiddleware<I, Output> =
    (next, { commandName = '' }) =>
    async (args) => {
      const asked = await wording.request(commandName.replace(/Command$/, ''), args.input);
      const { url, method, path, body } = asked;
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(asked.headers))
        if (value !== undefined) headers[name] = value;
      if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
      const request = {
        protocol: url.protocol,
        hostname: url.hostname,
        ...(url.port !== '' && { port: Number(url.port) }),
        path: url.pathname.replace(/\/$/, '') + path,
        query: {},
        method,
        headers,
        body,
        requestTimeout: asked.requestTimeout,
      };
      return next({ ...args, request });
    };

  /** Signs each attempt with the current credentials and time. */
  const authenticate: FinalizeRequestMiddleware<I, Output> = (next) => async (args) => {
    const [identity, region] = await Promise.all([settings.credentials(), settings.region()]);
    const assumedSkew = skewMilliseconds.current;
    sign(args.request as HttpRequest, identity, region, new Date(Date.now() + assumedSkew));
    try {
      return await next(args);
    } catch (error) {
      const { $response, $metadata } = error as Refused;
      const skew = Date.parse($response?.headers.date ?? '') - Date.now();
      // Another request may have corrected the clock since this request was signed.
      if ($metadata && Math.abs(skew - assumedSkew) > toleratedSkewMilliseconds) {
        skewMilliseconds.current = skew;
        $metadata.clockSkewCorrected = true;
      }
      throw error;
    }
  };

  const deserialize: DeserializeMiddleware<I, Output> = (next) => async (args) => {
    const { response } = await next(args);
    const answer = response as Answer;
    const statusCode = wording.statusOf?.(answer, args.input) ?? answer.statusCode;
    if (statusCode >= 300) throw await errorOf({ ...answer, statusCode }, wording.failure);
    const requestId = answer.headers['x-amzn-requestid'];
    const $metadata = { httpStatusCode: statusCode, ...(requestId !== undefined && { requestId }) };
    return { response, output: { ...wording.output(answer, args.input), $metadata } as Output };
  };

  const middlewareStack = constructStack<I, Output>();
  middlewareStack.use(getRetryPlugin(settings));
  middlewareStack.use(getRecursionDetectionPlugin(settings));
  middlewareStack.add(serialize, { name: 'serialize', step: 'serialize' });
  middlewareStack.add(authenticate, { name: 'sign', step: 'finalizeRequest', priority: 'low' });
  middlewareStack.add(deserialize, { name: 'deserialize', step: 'deserialize' });

  const pipelines = new Map<string, Handler<I, Output>>();
  return {
    /** For tests and benches that watch what is sent. */
    middlewareStack,

    async send(operation: string, input: I): Promise<Output> {
      let pipeline = pipelines.get(operation);
      if (!pipeline) {
        pipeline = middlewareStack.resolve(({ request }) => transport.handle(request as HttpRequest), {
          commandName: `${operation}Command`,
        });
        pipelines.set(operation, pipeline);
      }
      return (await pipeline({ input })).output;
    },

    /** Closes idle connections. Middlewares that were added since the last request apply to the next requests. */
    destroy(): void {
      transport.destroy();
      pipelines.clear();
    },
  };
}

/** AWS refuses requests if the time of their signature differs by more than five minutes from its own time. */
const toleratedSkewMilliseconds = 4 * 60_000;

/** An error, with the answer if there was one. The retries read `clockSkewCorrected`. */
interface Refused extends Error {
  readonly $response?: HttpResponse;
  readonly $metadata?: { clockSkewCorrected?: boolean };
}
